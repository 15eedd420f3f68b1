import * as z from 'zod/mini'
import {
  type CheckedExtensions,
  callable,
  checkedExtensions,
  extensionId,
} from '../../../core/kernel/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { DerivedStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { type NoteLook, TABLATURE_LAYERS, type TablatureLayer } from '../tokens.js'

export const LAYERS = createToken<CheckedExtensions<TablatureLayer>>('score.layers')

const layerShape = z.object({
  id: extensionId,
  looks: z.object({ getState: callable, subscribe: callable }),
  words: z.optional(callable),
})

export function layersOf(context: PluginContext): CheckedExtensions<TablatureLayer> {
  return checkedExtensions(context, TABLATURE_LAYERS, layerShape)
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
