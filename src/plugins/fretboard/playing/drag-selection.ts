/** Selecting by dragging: every place that the pointer comes over belongs to the shape. */
import type { Position } from '../../../core/music/guitar/position.js'
import type { Selection } from '../tokens.js'

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
