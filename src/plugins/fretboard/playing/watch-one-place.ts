/** Shows each played note at one position while that is wanted, on the neck as it is shown. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import { type FingeringSolver, POSITIONS } from '../../positions/tokens.js'
import type { LiveNeckModel } from '../neck/neck-model.js'
import type { NeckView } from '../tokens.js'
import { createOnePlace } from './one-place.js'

export function watchOnePlace(
  { load, follow, scope, log }: PluginContext,
  view: ReadonlyStore<NeckView>,
  neck: LiveNeckModel,
): void {
  let solver: FingeringSolver | undefined
  let known: readonly unknown[] = []
  const look = () => {
    const { onePlace, tuning, capo, fretMin, fretMax } = view.getState()
    const { strings, begins } = tuning
    const now = onePlace ? [strings, begins, capo] : []
    if (now.length === known.length && now.every((each, index) => each === known[index])) return
    known = now
    const range = { strings, begins, capo, fretMin, fretMax }
    neck.setOnePlace(onePlace && solver ? createOnePlace(solver, range) : undefined)
    if (onePlace && !solver) {
      load(POSITIONS).catch(thrown => log.info('Played notes are shown at all positions: no solver', thrown))
    }
  }
  look()
  scope.onDispose(view.subscribe(look))
  follow(POSITIONS, now => {
    solver = now
    if (solver) {
      known = []
      look()
    } else neck.setOnePlace(undefined)
  })
}
