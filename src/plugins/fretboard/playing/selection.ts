/** The places that the player has picked: a chord to be named, a shape to be played. */
import type { EventBus } from '../../../core/events/event-bus.js'
import type { Position } from '../../../core/music/guitar/position.js'
import { createStore } from '../../../core/platform/store.js'
import { SELECTION_CHANGED, type Selection } from '../tokens.js'

export function createSelection(events: Pick<EventBus, 'emit'>): Selection {
  const places = createStore<readonly Position[]>([])
  const set = (next: readonly Position[]) => {
    const sorted = next
      .filter((place, index) => next.findIndex(other => isSamePlace(other, place)) === index)
      .toSorted((a, b) => a.string - b.string || a.fret - b.fret)
    const before = places.getState()
    if (sorted.length === before.length && sorted.every((place, index) => isSamePlace(place, before[index])))
      return
    places.setState(sorted, true)
    events.emit(SELECTION_CHANGED, sorted)
  }
  return {
    places,
    set,
    toggle(place) {
      const before = places.getState()
      const without = before.filter(other => !isSamePlace(other, place))
      set(without.length < before.length ? without : [...before, place])
    },
    clear: () => set([]),
  }
}

function isSamePlace(a: Position, b: Position | undefined): boolean {
  return a.string === b?.string && a.fret === b.fret
}
