import { endOwnSession, type OwnSession, ownSessions } from '../../core/contract/sessions.js'
import { createEvent } from '../../core/events/event-bus.js'
import type { ChoiceLister, CommandHandler } from '../../core/kernel/plugin.js'
import { API, EVENTS, NOTICES, TRANSLATOR } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'

const SAID = phrases({ ended: 'Session ended.', choice: '{{device}}, started {{begun}}' })

export const SESSIONS_CHANGED = createEvent<{ ended: string }>('account.sessions-changed')

export const endSession: CommandHandler = async ({ get }, { session }: { readonly session: string }) => {
  await get(API).call(endOwnSession, { params: { id: session } })
  get(NOTICES).post({ kind: 'success', source: 'account', message: SAID.ended })
  get(EVENTS).emit(SESSIONS_CHANGED, { ended: session })
}

/** Lists all sessions except the current one, which ends when the user logs out. */
export const otherSessions: ChoiceLister = async ({ get }, { signal }) => {
  const translator = get(TRANSLATOR)
  const words = (english: string, values?: Readonly<Record<string, string>>) =>
    translator.t('account', english, values)
  const { items } = await get(API).call(ownSessions, {}, { signal })
  return items
    .filter(({ current }) => !current)
    .map(session => ({
      value: session.id,
      label: words(SAID.choice, {
        device: deviceText(session, words),
        begun: sessionTime(session.begunAt, translator.locale),
      }),
    }))
}

const WORDS = phrases({ on: '{{program}} on {{system}}', unknown: 'Unknown device' })

type Translate = (english: string, values?: Readonly<Record<string, string>>) => string

/** The server sends device names such as `Firefox on Linux`. */
export function deviceText({ device }: Pick<OwnSession, 'device'>, translate: Translate): string {
  const [program, system] = device.split(' on ')
  if (program && system) return translate(WORDS.on, { program, system })
  return device || translate(WORDS.unknown)
}

export function sessionTime(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
