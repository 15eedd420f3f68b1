/** Ending one of the own sessions from anywhere: which, is asked by the palette. */
import { endOwnSession, ownSessions } from '../../core/api/sessions.js'
import { createEvent } from '../../core/events/event-bus.js'
import type { ChoiceLister, CommandHandler } from '../../core/kernel/manifest/plugin.js'
import { API, EVENTS, NOTICES, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { deviceText, sessionTime } from './session-words.js'
import type { SessionArgs } from './settings.js'

const SAID = phrases({ ended: 'That session has ended.', choice: '{{device}}, begun {{begun}}' })

/** A list of sessions that was fetched before is no longer right. */
export const SESSIONS_CHANGED = createEvent<{ ended: string }>('account.sessions-changed')

export const endSession: CommandHandler = async ({ get }, { session }: SessionArgs) => {
  await get(API).call(endOwnSession, { params: { id: session } })
  get(NOTICES).post({ kind: 'success', source: 'account', message: SAID.ended })
  get(EVENTS).emit(SESSIONS_CHANGED, { ended: session })
}

/** All but this one: who wants to end that logs out. */
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
