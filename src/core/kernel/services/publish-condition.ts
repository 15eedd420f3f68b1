import type { ReadonlyStore } from '../../platform/store.js'
import type { PluginContext } from '../manifest/plugin.js'
import { COMMANDS } from './tokens.js'

/**
 * Keeps a command condition in sync with a store until the plugin stops.
 * @example publishCondition(context, 'player.song', session.view, ({ song }) => song !== undefined)
 */
export function publishCondition<T>(
  { get, scope }: Pick<PluginContext, 'get' | 'scope'>,
  name: string,
  source: ReadonlyStore<T>,
  read: (now: T) => boolean | string | undefined,
): void {
  const commands = get(COMMANDS)
  const update = () => commands.setContext(name, read(source.getState()))
  update()
  scope.onDispose(source.subscribe(update))
  scope.onDispose(() => commands.setContext(name, undefined))
}
