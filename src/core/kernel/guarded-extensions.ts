import { messageOf } from '../platform/fretwork-error.js'
import { phrase } from '../platform/phrases.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { ExtensionPoint } from '../platform/token.js'
import type { PluginContext } from './plugin.js'
import { EXTENSIONS, NOTICES } from './tokens.js'

const FAILED = phrase(
  'A contribution from “{{plugin}}” to {{point}} failed and was removed: {{reason}} Everything else still works.',
)

export interface GuardedExtensions<T> {
  /** Working items, in plugin activation order. */
  readonly items: ReadonlyStore<readonly T[]>
  pluginOf(item: T): string
  /** Removes an item that threw, and shows a notice. The plugin may add it again. */
  takeOut(item: T, thrown: unknown): void
  /** Runs a function of an item. If it throws, removes the item and returns `undefined`. */
  attempt<R>(item: T, run: () => R): R | undefined
}

/**
 * Subscribes to an extension point while the plugin is active.
 * @example
 * const DRILLS = createExtensionPoint<{ readonly id: string }>('drill.drills')
 * const drills = guardedExtensions(context, DRILLS)
 */
export function guardedExtensions<T>(
  { get, scope, log }: PluginContext,
  point: ExtensionPoint<T>,
): GuardedExtensions<T> {
  const host = get(EXTENSIONS)
  const added = host.extensionsOf(point)
  const failed = new Set<T>()
  const items = createStore<readonly T[]>([])
  const pluginOf = (item: T) => host.ownerOf(point, item) ?? ''

  const update = () => {
    const now = added.getState()
    for (const item of failed) if (!now.includes(item)) failed.delete(item)
    items.setState(
      now.filter(item => !failed.has(item)),
      true,
    )
  }
  const takeOut = (item: T, thrown: unknown) => {
    if (!items.getState().includes(item)) return
    const reason = messageOf(thrown).trim()
    const plugin = pluginOf(item)
    const values = {
      ...{ plugin: host.state(plugin)?.title ?? plugin, point: point.id },
      reason: /[.!?…]$/.test(reason) ? reason : `${reason}.`,
    }
    log.error(`${plugin} adds to ${point.id}: ${reason}`, thrown)
    const code = 'extension_failed'
    get(NOTICES).post({ kind: 'error', source: 'core', code, message: FAILED, values })
    failed.add(item)
    update()
  }

  update()
  scope.onDispose(added.subscribe(update))
  return {
    items,
    pluginOf,
    takeOut,
    attempt(item, run) {
      try {
        return run()
      } catch (error) {
        takeOut(item, error)
        return undefined
      }
    },
  }
}
