import type { Offered, ShownPage } from '../../commands/search/offered.js'
import type { CommandWords } from '../../commands/search/palette-search.js'
import { type ValueList, valueLists } from '../../commands/search/value-lists.js'
import type { Kernel } from '../host/kernel.js'
import type { PluginHost } from '../host/plugin-host.js'
import { routesOf } from './contributions.js'

export async function paletteWords({ host, log }: Pick<Kernel, 'host' | 'log'>): Promise<CommandWords> {
  const loaders = [
    () => import('../../commands/words.json', { with: { type: 'json' } }),
    ...host.manifests.flatMap(({ words }) => words ?? []),
  ]
  const loaded = await Promise.allSettled(loaders.map(async load => (await load()).default))
  const words = loaded.map((outcome): CommandWords => {
    if (outcome.status === 'fulfilled') return outcome.value
    log.warn('Other words for commands could not be loaded', outcome.reason)
    return {}
  })
  return Object.assign({}, ...words)
}

export function paletteValues(
  { host, log, commands }: Pick<Kernel, 'host' | 'log' | 'commands'>,
  offered: readonly Offered[],
): Promise<readonly ValueList[]> {
  const isReady = (plugin: string) => (host.state(plugin)?.status ?? 'active') === 'active'
  const failed = (error: unknown) => log.warn('The values of a command cannot be listed', error)
  return valueLists(offered, commands, isReady, failed)
}

export function pageOf(host: Pick<PluginHost, 'manifests'>, route: unknown): ShownPage | undefined {
  return routesOf(host.manifests).find(({ path }) => path === route)
}
