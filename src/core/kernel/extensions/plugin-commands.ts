/** Enabling and disabling a plugin by command: which there are, and saying that it is done. Loaded with the first use. */
import type { ArgumentChoice } from '../../commands/command.js'
import type { NoticeBoard } from '../../events/notices.js'
import type { Translator } from '../../i18n/translator.js'
import { phrases } from '../../platform/phrases.js'
import type { PluginState } from '../host/plugin-state.js'
import type { PluginManifest } from '../manifest/plugin.js'
import { PluginGraph } from '../manifest/plugin-graph.js'

export interface PluginSwitches {
  /** What of the plugin host is needed here; all of it needs the commands of the core. */
  readonly host: {
    readonly manifests: readonly PluginManifest[]
    readonly report: { readonly providers: ReadonlyMap<string, string> }
    state(id: string): PluginState | undefined
    enable(id: string): Promise<void>
    disable(id: string): Promise<void>
  }
  readonly notices: NoticeBoard
  readonly translator: Translator
}

/** The plugins that can be enabled, or disabled, now. */
export function pluginChoices({ host, translator }: PluginSwitches, on: boolean): ArgumentChoice[] {
  return host.manifests
    .filter(({ id, locked }) => !locked && (host.state(id)?.status === 'disabled') === on)
    .map(({ id, title }) => ({ value: id, label: translator.t(id, title) }))
}

const SENTENCES = phrases({
  on: '“{{plugin}}” is enabled.',
  off: '“{{plugin}}” is disabled until it is enabled again.',
  offWith:
    '“{{plugin}}” is disabled until it is enabled again, together with the plugins that need it: {{others}}.',
  undo: 'Undo',
})

/** @throws FretworkError what `disable` and `enable` of the host throw */
export async function switchPlugin(switches: PluginSwitches, plugin: string, on: boolean): Promise<void> {
  const { host, notices, translator } = switches
  const titleOf = (id: string) => translator.t(id, host.state(id)?.title ?? id)
  const others = on ? [] : stoppedWith(switches, plugin).map(titleOf)
  await (on ? host.enable(plugin) : host.disable(plugin))
  const notice = { kind: 'success', source: 'core', values: { plugin: titleOf(plugin) } } as const
  if (on) return notices.post({ ...notice, message: SENTENCES.on })
  notices.post({
    ...notice,
    message: others.length > 0 ? SENTENCES.offWith : SENTENCES.off,
    values: { ...notice.values, others: others.join(', ') },
    // A plugin that does not start again says so itself, by its state and a notice of the host's.
    action: { label: SENTENCES.undo, run: () => void host.enable(plugin).catch(() => undefined) },
  })
}

/** Who requires the plugin, and could run now. */
function stoppedWith({ host }: PluginSwitches, plugin: string): string[] {
  const dependents = new PluginGraph(host.manifests, host.report.providers).dependentsOf([plugin])
  return [...dependents].filter(id => {
    const status = host.state(id)?.status
    return status === 'registered' || status === 'activating' || status === 'active'
  })
}
