/** The places that the player has picked: a chord to be named, a shape to be played. */
import type { EventBus } from '../../../core/events/event-bus.js'
import type { Position } from '../../../core/music/guitar/position.js'
import { createStore } from '../../../core/platform/store.js'
import { SELECTION_CHANGED, type Selection } from '../tokens.js'

export function createSelection(events: Pick<EventBus, 'emit'>): Selection {
  const positions = createStore<readonly Position[]>([])
  const set = (next: readonly Position[]) => {
    const sorted = next
      .filter((position, index) => next.findIndex(other => isSamePlace(other, position)) === index)
      .toSorted((a, b) => a.string - b.string || a.fret - b.fret)
    const before = positions.getState()
    if (
      sorted.length === before.length &&
      sorted.every((position, index) => isSamePlace(position, before[index]))
    )
      return
    positions.setState(sorted, true)
    events.emit(SELECTION_CHANGED, sorted)
  }
  return {
    positions,
    set,
    toggle(position) {
      const before = positions.getState()
      const without = before.filter(other => !isSamePlace(other, position))
      set(without.length < before.length ? without : [...before, position])
    },
    clear: () => set([]),
  }
}

function isSamePlace(a: Position, b: Position | undefined): boolean {
  return a.string === b?.string && a.fret === b.fret
}
