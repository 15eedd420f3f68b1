/** The commands that enable and disable a plugin: their choices, and the notice afterwards. Loaded on first use. */
import type { ArgumentChoice } from '../../commands/command.js'
import type { NoticeBoard } from '../../events/notices.js'
import type { Translator } from '../../i18n/translator.js'
import { phrases } from '../../platform/phrases.js'
import type { PluginHost } from '../host/plugin-host.js'

export interface PluginCommandParts {
  readonly host: PluginHost
  readonly notices: NoticeBoard
  readonly translator: Translator
}

/** The plugins that can be enabled, or disabled, now. */
export function pluginChoices({ host, translator }: PluginCommandParts, enable: boolean): ArgumentChoice[] {
  return host.manifests
    .filter(({ id, locked }) => !locked && (host.state(id)?.status === 'disabled') === enable)
    .map(({ id, title }) => ({ value: id, label: translator.t(id, title) }))
}

const SENTENCES = phrases({
  on: '“{{plugin}}” is enabled.',
  off: '“{{plugin}}” is disabled until it is enabled again.',
  offWith:
    '“{{plugin}}” is disabled until it is enabled again, together with the plugins that need it: {{others}}.',
  undo: 'Undo',
})

/** Its user has to answer on the page of plugins before it runs. */
function asksFirst({ manifests, grants }: PluginHost, id: string): boolean {
  const manifest = manifests.find(each => each.id === id)
  return manifest !== undefined && grants.unanswered(manifest).length > 0
}

/** @throws FretworkError what `enable` and `disable` of the host throw */
export async function switchPlugin(
  { host, notices, translator }: PluginCommandParts,
  id: string,
  enable: boolean,
): Promise<void> {
  const titleOf = (each: string) => translator.t(each, host.state(each)?.title ?? each)
  if (enable && asksFirst(host, id)) {
    const { askingNotice } = await import('../permissions/asking-notice.js')
    return notices.post(askingNotice({ [id]: titleOf(id) }))
  }
  const others = enable ? [] : host.stoppedWith(id).map(titleOf)
  await (enable ? host.enable(id) : host.disable(id))
  const notice = { kind: 'success', source: 'core', values: { plugin: titleOf(id) } } as const
  if (enable) return notices.post({ ...notice, message: SENTENCES.on })
  notices.post({
    ...notice,
    message: others.length > 0 ? SENTENCES.offWith : SENTENCES.off,
    values: { ...notice.values, others: others.join(', ') },
    // If it does not start again, its state and a notice of the host say why.
    action: { label: SENTENCES.undo, run: () => void host.enable(id).catch(() => undefined) },
  })
}
