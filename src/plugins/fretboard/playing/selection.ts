/** The positions that the player has selected, by clicks or by dragging: a chord to be named, a shape to be played. */
import { type EventBus } from '../../../core/events/event-bus.js'
import { type Position } from '../../../core/music/guitar/position.js'
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

export interface DragSelection {
  /** The button went down on a place. */
  start(position: Position): void
  /** It is a drag already, before the pointer has left the place. */
  begin(): void
  /** The pointer is over a place, with the button down. */
  over(position: Position): void
  /** The button is up. @returns whether that was a drag: the click that follows is then no click */
  end(): boolean
}

/** Dragging from a selected place takes away what it comes over, as with a brush and a rubber. */
export function createDragSelection(selection: Selection): DragSelection {
  let first: Position | undefined
  let isDrag = false
  let adds = true
  const has = (position: Position) => selection.positions.getState().some(each => isSame(each, position))
  const take = (position: Position) => {
    if (has(position) !== adds) selection.toggle(position)
  }
  const begin = () => {
    if (!first || isDrag) return
    isDrag = true
    take(first)
  }
  return {
    begin,
    start(position) {
      first = position
      isDrag = false
      adds = !has(position)
    },
    over(position) {
      if (!first || (!isDrag && isSame(first, position))) return
      begin()
      take(position)
    },
    end() {
      const was = isDrag
      first = undefined
      isDrag = false
      return was
    },
  }
}

function isSame(a: Position, b: Position): boolean {
  return a.string === b.string && a.fret === b.fret
}
