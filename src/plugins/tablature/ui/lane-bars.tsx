import type { Position } from '../../../core/music/guitar/position.js'
import type { Technique } from '../../../core/music/song/techniques.js'
import type { BarRange, ShownNote } from '../../player/tokens.js'
import { type DrawnBars, firstFrom, type TabTime } from '../tab-time.js'
import classes from './lane.module.css'

export interface DraggedNote {
  readonly index: number
  readonly position: Position
}

interface LaneBarsProps {
  readonly time: TabTime
  readonly drawn: DrawnBars
  readonly zoom: number
  readonly notes: readonly ShownNote[]
  readonly positionOf: (index: number) => Position | undefined
  readonly techniquesOf: (index: number) => readonly Technique[] | undefined
  /** Pins to strings without the note have no effect. */
  readonly isPinned: (index: number, string: number) => boolean
  readonly isUnheld: (index: number) => boolean
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
        const number = bar + time.firstBar
        const isLooped = loop !== undefined && number >= loop.from && number <= loop.to
        return (
          <div
            key={bar}
            className={classes.bar}
            data-bar={number}
            data-looped={isLooped || undefined}
            style={{ left: (start - origin) * zoom, width: (end - start) * zoom }}
          >
            <span className={classes.number}>{number}</span>
            <BarNotes {...props} start={start} end={end} last={bar + 2 >= time.starts.length} />
          </div>
        )
      })}
    </>
  )
}

interface BarNotesProps extends LaneBarsProps {
  /** Quarter notes. */
  readonly start: number
  readonly end: number
  /** Also shows notes after its end. */
  readonly last: boolean
}

function BarNotes(props: BarNotesProps) {
  const { start, end, last, zoom, strings, notes, chosen, dragged } = props
  const { positionOf, techniquesOf, isPinned, isUnheld } = props
  const first = firstFrom(notes, start)
  const behind = last ? notes.length : firstFrom(notes, end)
  return notes.slice(first, behind).map((note, offset) => {
    const index = first + offset
    const position = dragged?.index === index ? dragged.position : positionOf(index)
    const left = (note.onset - start) * zoom
    const techniques = techniquesOf(index)
    return (
      <span
        key={index}
        className={classes.note}
        data-note={index}
        data-unplaced={position === undefined || undefined}
        data-string={position?.string}
        data-pinned={(position && isPinned(index, position.string)) || undefined}
        data-unheld={(position && isUnheld(index)) || undefined}
        data-chosen={chosen === index || undefined}
        style={{ left, '--row': position ? position.string - 1 : strings }}
      >
        {position ? fretText(position.fret, techniques) : '×'}
        {techniques && <sup className={classes.signs}>{techniqueSigns(techniques)}</sup>}
      </span>
    )
  })
}

declare module 'react' {
  interface CSSProperties {
    '--row'?: number
  }
}

const SIGNS: Partial<Record<Technique, string>> = {
  'hammer-on': 'h',
  'pull-off': 'p',
  'legato-slide': '⁄',
  slide: '⁄',
  bend: 'b',
  'whammy-bar': 'w',
  vibrato: '~',
  trill: 'tr',
  tremolo: '≡',
  tap: 't',
  slap: 's',
  pop: 'p',
  'palm-mute': 'm',
  'let-ring': 'r',
  staccato: '·',
  accent: '>',
  'strum-down': '↓',
  'strum-up': '↑',
}
const MOST_SIGNS = 2

/** @example fretText(5, ['ghost']) // '(5)' */
export function fretText(fret: number, techniques: readonly Technique[] = []): string {
  if (techniques.includes('dead')) return '×'
  if (techniques.includes('natural-harmonic')) return `‹${fret}›`
  if (techniques.includes('artificial-harmonic')) return `[${fret}]`
  return techniques.includes('ghost') ? `(${fret})` : `${fret}`
}

/** @example techniqueSigns(['hammer-on', 'vibrato']) // 'h~' */
export function techniqueSigns(techniques: readonly Technique[] = []): string {
  return (Object.keys(SIGNS) as Technique[])
    .filter(each => techniques.includes(each))
    .slice(0, MOST_SIGNS)
    .map(each => SIGNS[each])
    .join('')
}
