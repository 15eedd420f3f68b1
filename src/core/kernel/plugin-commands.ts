/** Enabling and disabling a plugin by command: which there are, and saying that it is done. Loaded with the first use. */
import type { ArgumentChoice } from '../commands/command.js'
import type { NoticeBoard } from '../events/notices.js'
import type { Translator } from '../i18n/translator.js'
import type { PluginManifest } from './plugin.js'
import type { PluginState } from './plugin-state.js'

export interface PluginSwitches {
  /** What of the plugin host is needed here; all of it needs the commands of the core. */
  readonly host: {
    readonly manifests: readonly PluginManifest[]
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

/** @throws FretworkError what `disable` and `enable` of the host throw */
export async function switchPlugin(
  { host, notices }: PluginSwitches,
  plugin: string,
  on: boolean,
): Promise<void> {
  await (on ? host.enable(plugin) : host.disable(plugin))
  notices.post({
    kind: 'success',
    source: 'core',
    message: on ? '"{{plugin}}" is enabled.' : '"{{plugin}}" is disabled until it is enabled again.',
    values: { plugin: host.state(plugin)?.title ?? plugin },
  })
}
