import { existsSync } from 'node:fs'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { plain } from '../io/print.js'
import { packagePlace } from './list-place.js'
import type { Packages } from './read-packages.js'

const NONE: Packages = { installed: [], refused: [] }

export async function userPackages(named: string | undefined): Promise<Packages> {
  const place = packagePlace(named)
  // Most users have no packages, so check this before loading anything.
  if (!place.named && !existsSync(place.path)) return NONE
  const { readPackages } = await import('./read-packages.js')
  return readPackages(place, await builtIn(), warn)
}

/**
 * @param some plugins that the command needs. If packages are installed, all plugins are used, because a
 * package may need any of them.
 */
export async function withPackages(some: readonly PluginManifest[], named: string | undefined) {
  const { installed, refused } = await userPackages(named)
  for (const { origin, reason } of refused) warn(`The plugin ${origin} was refused. ${reason}`)
  const here = installed.map(({ manifest }) => manifest).filter(({ runsIn }) => runsIn.includes('node'))
  return here.length === 0 ? some : [...(await builtIn()), ...here]
}

const builtIn = async () => (await import('../../src/plugins/plugin-list.js')).PLUGINS

/** @param all also activates packages that are waiting for an event, such as opening a page with a neck */
export async function activatePackages({ host }: Kernel, all = false): Promise<void> {
  const packages = host.manifests.filter(({ origin }) => origin !== undefined)
  for (const { id, activateOn = ['startup'] } of packages) {
    if (!all && !activateOn.includes('startup')) continue
    // Ignore the error: `reportBroken` prints the reason from the package's state.
    if (host.state(id)?.status === 'registered') await host.activate(id).catch(() => undefined)
  }
}

export function reportBroken({ host }: Kernel): void {
  for (const { id, origin } of host.manifests) {
    const state = host.state(id)
    if (origin !== undefined && (state?.status === 'failed' || state?.status === 'blocked'))
      warn(`The plugin "${id}" does not run. ${state?.reason ?? ''}`)
  }
}

function warn(message: string): void {
  process.stderr.write(`${plain(message)}\n`)
}
