/** The drawn bars of the tablature: bar lines, numbers of bars, and frets where notes begin. */
import type { Position } from '../../../core/music/guitar/position.js'
import type { BarRange, ShownNote } from '../../player/tokens.js'
import type { DrawnBars } from '../lane.js'
import { firstFrom, type TabTime } from '../tab-time.js'
import classes from './lane.module.css'

/** A note that is drawn elsewhere while it is dragged. */
export interface DraggedNote {
  readonly index: number
  readonly position: Position
}

export interface LaneBarsProps {
  readonly time: TabTime
  readonly drawn: DrawnBars
  /** Pixels of a quarter note. */
  readonly zoom: number
  readonly notes: readonly ShownNote[]
  readonly positionOf: (index: number) => Position | undefined
  /** To this string; a pin to one that does not have the note any more holds nothing. */
  readonly isPinned: (index: number, string: number) => boolean
  /** Together with the others of its chord no hand holds it. */
  readonly isUnheld: (index: number) => boolean
  /** Notes without a position are below the last string. */
  readonly strings: number
  readonly chosen: number | undefined
  readonly dragged: DraggedNote | undefined
  readonly loop: BarRange | undefined
}

export function LaneBars(props: LaneBarsProps) {
  const { time, drawn, zoom, loop } = props
  const origin = time.starts[drawn.first] ?? 0
  const bars = Array.from({ length: drawn.last - drawn.first + 1 }, (_, index) => drawn.first + index)
  return (
    <>
      {bars.map(bar => {
        const start = time.starts[bar] ?? 0
        const end = time.starts[bar + 1] ?? start
        const isLooped = loop !== undefined && bar + 1 >= loop.from && bar + 1 <= loop.to
        return (
          <div
            key={bar}
            className={classes.bar}
            data-bar={bar + 1}
            data-looped={isLooped || undefined}
            style={{ left: (start - origin) * zoom, width: (end - start) * zoom }}
          >
            <span className={classes.number}>{bar + 1}</span>
            <BarNotes {...props} start={start} end={end} last={bar + 2 >= time.starts.length} />
          </div>
        )
      })}
    </>
  )
}

interface BarNotesProps extends LaneBarsProps {
  /** In quarter notes. */
  readonly start: number
  readonly end: number
  /** The last bar has what begins behind its end as well. */
  readonly last: boolean
}

function BarNotes(props: BarNotesProps) {
  const { start, end, last, zoom, strings, notes, positionOf, isPinned, isUnheld, chosen, dragged } = props
  const first = firstFrom(notes, start)
  const behind = last ? notes.length : firstFrom(notes, end)
  return notes.slice(first, behind).map((note, offset) => {
    const index = first + offset
    const position = dragged?.index === index ? dragged.position : positionOf(index)
    const left = (note.onset - start) * zoom
    const isChosen = chosen === index || undefined
    if (!position) {
      return (
        <span
          key={index}
          className={classes.note}
          data-note={index}
          data-unplaced
          data-chosen={isChosen}
          style={{ left, '--row': strings }}
        >
          ×
        </span>
      )
    }
    return (
      <span
        key={index}
        className={classes.note}
        data-note={index}
        data-string={position.string}
        data-pinned={isPinned(index, position.string) || undefined}
        data-unheld={isUnheld(index) || undefined}
        data-chosen={isChosen}
        style={{ left, '--row': position.string - 1 }}
      >
        {position.fret}
      </span>
    )
  })
}

declare module 'react' {
  interface CSSProperties {
    '--row'?: number
  }
}
