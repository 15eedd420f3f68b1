/** `fretwork plugins enable|disable`: stored in the settings of the command line, for later runs. */
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import { pluginSettings } from '../../../src/core/settings/core-settings.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { CliError, EXIT } from '../../errors.js'
import { printJson, printLine } from '../../io/print.js'
import { withPackages } from '../../packages/with-packages.js'
import { createNodeKernel } from '../../platform/node-kernel.js'
import { assertStateKept } from '../../platform/state-file.js'
import { nearEnd } from './plugins-finding.js'

/** @throws CliError `plugin_unknown`, `plugin_locked`, `state_unusable` */
export async function switchPlugin(
  to: 'enable' | 'disable',
  id: string,
  { json = false }: { json?: boolean },
): Promise<number> {
  const kernel = createNodeKernel(await withPackages(PLUGINS, undefined))
  const store = kernel.settings.store(pluginSettings)
  const { disabled } = store.getState()
  checkId(kernel, id, disabled)
  const off = to === 'disable'
  const changed = disabled.includes(id) !== off
  // Not through the host: no plugin is running here.
  if (changed) store.change({ disabled: off ? [...disabled, id] : disabled.filter(each => each !== id) })
  kernel.dispose()
  assertStateKept()
  const said = `"${id}" ${changed ? 'is' : 'was'} ${to}d${changed ? '' : ' already'} on this command line.`
  if (json) printJson({ id, disabled: off, changed })
  else printLine(said)
  return EXIT.ok
}

function checkId({ host }: Kernel, id: string, disabled: readonly string[]): void {
  const state = host.state(id)
  if (state?.locked) {
    throw new CliError(
      'plugin_locked',
      `"${state.title}" belongs to the core and cannot be disabled.`,
      EXIT.badInput,
    )
  }
  // A plugin that no longer exists can still be removed from the list.
  if (state || disabled.includes(id)) return
  const known = host.manifests.map(manifest => manifest.id)
  throw new CliError('plugin_unknown', `There is no plugin "${id}"${nearEnd(id, known)}`, EXIT.notFound)
}
