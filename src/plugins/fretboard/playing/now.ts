/** What the card below the neck names: the chord that sounds or, during silence, the selected one. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { CLOCK } from '../../../core/kernel/services/tokens.js'
import { pitchAt } from '../../../core/music/guitar/position.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { chordName } from '../chords/chord-name.js'
import { labelOf } from '../neck/neck-label.js'
import { NECK, NECK_VIEW, type NeckView, type Now, SELECTION } from '../tokens.js'

/** Sounding notes are named once they rest for this long, so that a strum is one chord and not six. */
const NAMING_DELAY_MS = 90
/** Notes that never rest are named this often: no faster than can be read, so that the neck has the processor. */
const NAMING_LONGEST_MS = 360

export function watchNow({ get, scope }: PluginContext): ReadonlyStore<Now> {
  const neck = get(NECK)
  const { positions } = get(SELECTION)
  const view = get(NECK_VIEW)
  const clock = get(CLOCK)
  const read = () => {
    const { tuning, capo, scale } = view.getState()
    const selected = positions.getState().map(({ string, fret }) => pitchAt(tuning, capo, string, fret))
    return nowOf(
      neck.heard(),
      selected.filter(pitch => pitch !== undefined),
      scale,
    )
  }
  const store = createStore(read())
  const update = () => {
    const now = read()
    // Another scale changes nothing about silence.
    if (now.what !== 'nothing' || store.getState().what !== 'nothing') store.setState(now, true)
  }
  let waiting: Disposable | undefined
  let changedAt = 0
  const updateAfter = (ms: number, deadline: number): Disposable =>
    clock.after(ms, () => {
      const rest = Math.min(changedAt + NAMING_DELAY_MS, deadline) - clock.now()
      waiting = rest > 0 ? updateAfter(rest, deadline) : undefined
      if (!waiting) update()
    })
  scope.add(
    neck.onHeard(() => {
      changedAt = clock.now()
      waiting ??= updateAfter(NAMING_DELAY_MS, changedAt + NAMING_LONGEST_MS)
    }),
  )
  scope.onDispose(positions.subscribe(update))
  scope.onDispose(view.subscribe(update))
  scope.onDispose(() => waiting?.dispose())
  return store
}

function nowOf(sounding: readonly number[], selected: readonly number[], scale: NeckView['scale']): Now {
  const pitches = sounding.length > 0 ? sounding : selected
  const labels = pitches.toSorted((a, b) => a - b).map(pitch => labelOf(pitch, scale))
  return {
    what: sounding.length > 0 ? 'sounding' : selected.length > 0 ? 'selected' : 'nothing',
    notes: labels.filter((label, index) => labels.findIndex(other => other.name === label.name) === index),
    chord: chordName(pitches, scale),
  }
}
