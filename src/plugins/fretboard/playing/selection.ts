import type { EventBus } from '../../../core/events/event-bus.js'
import { EVENTS } from '../../../core/kernel/tokens.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import { createStore } from '../../../core/platform/store.js'
import { isSamePosition, type Position } from '../../../music/guitar/position.js'
import { SELECTION_CHANGED, type Selection } from '../tokens.js'

@injectable()
export class NeckSelection implements Selection {
  readonly positions = createStore<readonly Position[]>([])

  constructor(@inject(EVENTS) private readonly events: Pick<EventBus, 'emit'>) {}

  set(positions: readonly Position[]): void {
    const sorted = positions
      .filter((position, index) => positions.findIndex(other => isSamePosition(other, position)) === index)
      .toSorted((a, b) => a.string - b.string || a.fret - b.fret)
    const before = this.positions.getState()
    if (
      sorted.length === before.length &&
      sorted.every((position, index) => isSamePosition(position, before[index]))
    )
      return
    this.positions.setState(sorted, true)
    this.events.emit(SELECTION_CHANGED, sorted)
  }

  toggle(position: Position): void {
    const before = this.positions.getState()
    const without = before.filter(other => !isSamePosition(other, position))
    this.set(without.length < before.length ? without : [...before, position])
  }

  clear(): void {
    this.set([])
  }
}

/** Selects by dragging. A drag that starts on a selected position deselects. */
export class DragSelection {
  private first: Position | undefined
  private isDrag = false
  private adds = true

  constructor(private readonly selection: Selection) {}

  start(position: Position): void {
    this.first = position
    this.isDrag = false
    this.adds = !this.has(position)
  }

  begin(): void {
    if (!this.first || this.isDrag) return
    this.isDrag = true
    this.take(this.first)
  }

  over(position: Position): void {
    if (!this.first || (!this.isDrag && isSamePosition(this.first, position))) return
    this.begin()
    this.take(position)
  }

  /** @returns whether it was a drag; if so, ignore the following click */
  end(): boolean {
    const was = this.isDrag
    this.first = undefined
    this.isDrag = false
    return was
  }

  private has(position: Position): boolean {
    return this.selection.positions.getState().some(each => isSamePosition(each, position))
  }

  private take(position: Position): void {
    if (this.has(position) !== this.adds) this.selection.toggle(position)
  }
}
