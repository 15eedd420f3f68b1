/** Selecting by dragging: every place that the pointer comes over belongs to the shape. */
import type { Position } from '../../../core/music/guitar/position.js'
import type { Selection } from '../tokens.js'

export interface DragSelection {
  /** The button went down on a place. */
  start(place: Position): void
  /** It is a drag already, before the pointer has left the place. */
  begin(): void
  /** The pointer is over a place, with the button down. */
  over(place: Position): void
  /** The button is up. @returns whether that was a drag: the click that follows is then no click */
  end(): boolean
}

/** Dragging from a selected place takes away what it comes over, as with a brush and a rubber. */
export function createDragSelection(selection: Selection): DragSelection {
  let first: Position | undefined
  let isDrag = false
  let adds = true
  const has = (place: Position) => selection.places.getState().some(each => isSame(each, place))
  const take = (place: Position) => {
    if (has(place) !== adds) selection.toggle(place)
  }
  const begin = () => {
    if (!first || isDrag) return
    isDrag = true
    take(first)
  }
  return {
    begin,
    start(place) {
      first = place
      isDrag = false
      adds = !has(place)
    },
    over(place) {
      if (!first || (!isDrag && isSame(first, place))) return
      begin()
      take(place)
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
