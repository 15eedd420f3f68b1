/** What the card below the neck says: the chord that sounds or, in silence, the one that is selected. */
import { pitchAt } from '../../../core/music/guitar/position.js'
import { type Disposable, disposable } from '../../../core/platform/disposable.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { chordName } from '../chords/chord-name.js'
import { labelOf } from '../neck/neck-label.js'
import type { NeckModel, NeckView, Now, Selection } from '../tokens.js'

/** So long nothing must change before it is named, so that a strum is one chord and not six. */
export const NAMING_DELAY_MS = 90
/** What never rests is named all the same, no faster than can be read: until then the neck has the processor. */
export const NAMING_LONGEST_MS = 360

export interface NowParts {
  readonly neck: Pick<NeckModel, 'pitches' | 'onPitches'>
  readonly selection: Selection
  readonly view: ReadonlyStore<NeckView>
  readonly clock: Pick<ClockPort, 'now' | 'after'>
}

export function watchNow({ neck, selection, view, clock }: NowParts): ReadonlyStore<Now> & Disposable {
  const read = () => nowOf(neck.pitches(), selectedPitches(selection, view.getState()), view.getState())
  const store = createStore(read())
  let waiting: Disposable | undefined
  let changedAt = 0
  const after = (ms: number, deadline: number) =>
    clock.after(ms, () => {
      const now = clock.now()
      const rest = Math.min(changedAt + NAMING_DELAY_MS, deadline) - now
      if (rest > 0) {
        waiting = after(rest, deadline)
        return
      }
      waiting = undefined
      store.setState(read(), true)
    })
  const soon = () => {
    changedAt = clock.now()
    waiting ??= after(NAMING_DELAY_MS, changedAt + NAMING_LONGEST_MS)
  }
  const atOnce = () => store.setState(read(), true)
  const playing = neck.onPitches(soon)
  const unsubscribe = [selection.positions.subscribe(atOnce), view.subscribe(atOnce)]
  const end = disposable(() => {
    waiting?.dispose()
    playing.dispose()
    for (const stop of unsubscribe) stop()
  })
  return { ...store, dispose: () => end.dispose() }
}

function selectedPitches({ positions: places }: Selection, { tuning, capo }: NeckView): number[] {
  return places
    .getState()
    .map(({ string, fret }) => pitchAt(tuning, capo, string, fret))
    .filter(pitch => pitch !== undefined)
}

function nowOf(sounding: readonly number[], selected: readonly number[], { scale }: NeckView): Now {
  const pitches = sounding.length > 0 ? sounding : selected
  const labels = pitches.toSorted((a, b) => a - b).map(pitch => labelOf(pitch, scale))
  return {
    what: sounding.length > 0 ? 'sounding' : selected.length > 0 ? 'selected' : 'nothing',
    notes: labels.filter((label, index) => labels.findIndex(other => other.name === label.name) === index),
    chord: chordName(pitches, scale),
  }
}
