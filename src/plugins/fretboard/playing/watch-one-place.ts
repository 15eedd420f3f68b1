/** Lets the neck show one place for each played note while that is wished, on the neck as it is shown. */

import type { PluginStatus } from '../../../core/kernel/host/plugin-state.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../core/kernel/services/tokens.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import { POSITIONS } from '../../positions/tokens.js'
import type { LiveNeckModel } from '../neck/neck-model.js'
import type { NeckView } from '../tokens.js'
import { createOnePlace } from './one-place.js'

/** States of a plugin in which its service cannot be had. */
const MISSING: ReadonlySet<PluginStatus> = new Set(['disabled', 'failed', 'blocked'])

export function watchOnePlace(
  { get, load, scope, log }: PluginContext,
  view: ReadonlyStore<NeckView>,
  neck: LiveNeckModel,
): void {
  const host = get(PLUGINS)
  let known: readonly unknown[] = []
  /** Whether the neck asks a service. */
  let isServed = false
  /** A neck that is not the latest is given up. */
  let turn = 0
  const look = () => {
    const { onePlace, tuning, capo } = view.getState()
    const { strings, begins } = tuning
    const status = host.state('positions')?.status
    if (isServed && status !== 'active') {
      // It was stopped or replaced: its service is another one when it comes back.
      isServed = false
      known = []
      turn += 1
      neck.setOnePlace(undefined)
      return
    }
    if (status === 'activating') return
    // What cannot be had now is asked for again once that has changed.
    const isThere = status !== undefined && !MISSING.has(status)
    const now = onePlace && isThere ? [strings, begins, capo] : []
    if (now.length === known.length && now.every((each, index) => each === known[index])) return
    known = now
    turn += 1
    const mine = turn
    neck.setOnePlace(undefined)
    if (now.length === 0) return
    load(POSITIONS)
      .then(positions => {
        if (mine !== turn || scope.signal.aborted) return
        const { fretMin, fretMax } = view.getState()
        isServed = true
        neck.setOnePlace(createOnePlace(positions, { strings, begins, capo, fretMin, fretMax }))
      })
      .catch(thrown => log.info('Played notes are shown everywhere: nobody knows one place for them', thrown))
  }
  look()
  scope.onDispose(view.subscribe(look))
  scope.onDispose(host.states.subscribe(look))
}
