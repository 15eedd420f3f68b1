import { type GuardedExtensions, guardedExtensions } from '../../../core/kernel/guarded-extensions.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { DerivedStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { type NoteLook, TABLATURE_LAYERS, type TablatureLayer } from '../tokens.js'

export const LAYERS = createToken<GuardedExtensions<TablatureLayer>>('score.layers')

export function layersOf(context: PluginContext): GuardedExtensions<TablatureLayer> {
  return guardedExtensions(context, TABLATURE_LAYERS)
}

export function noteLooks({
  get,
  scope,
}: Pick<PluginContext, 'get' | 'scope'>): ReadonlyStore<ReadonlyMap<number, NoteLook>> {
  const { items } = get(LAYERS)
  const merged = () => new Map(items.getState().flatMap(({ looks }) => [...looks.getState()]))
  const looks = new DerivedStore(merged)
  let following: readonly (() => void)[] = []
  const follow = () => {
    for (const end of following) end()
    following = items.getState().map(layer => layer.looks.subscribe(() => looks.outdated()))
    looks.outdated()
  }
  follow()
  scope.onDispose(items.subscribe(follow))
  return looks
}
