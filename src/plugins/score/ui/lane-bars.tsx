import type { Position } from '../../../music/guitar/position.js'
import type { Technique } from '../../../music/song/techniques.js'
import type { BarRange, ShownNote } from '../../player/tokens.js'
import type { ScoreRhythm } from '../tablature/score-rhythm.js'
import { barRhythm, joined, rhythmPaths, tupletNumbers } from '../tablature/tab-rhythm.js'
import { type DrawnBars, firstFrom, type TabTime } from '../tablature/tab-time.js'
import classes from './lane.module.css'

/** Size in pixels; must match the style sheet. */
export const ROW_HEIGHT = 20

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
  readonly techniquesOf: TechniquesOf
  readonly lasting: readonly LastingTechnique[]
  /** False if the pinned string doesn't have the note. */
  readonly isPinned: (index: number, string: number) => boolean
  readonly isUnheld: (index: number) => boolean
  readonly strings: number
  /** One row per string, plus a row for notes without a string. */
  readonly rows: number
  /** Returns the length of the beat at a position, in quarter notes. */
  readonly beatAt: (quarter: number) => number
  readonly chosen: number | undefined
  readonly dragged: DraggedNote | undefined
  readonly loop: BarRange | undefined
  readonly score: ScoreRhythm | undefined
  readonly meterAt: (quarter: number) => string
}

export function LaneBars(props: LaneBarsProps) {
  const { time, drawn, zoom, loop, meterAt, lasting } = props
  const origin = time.starts[drawn.first] ?? 0
  const end = time.starts[drawn.last + 1] ?? origin
  const bars = Array.from({ length: drawn.last - drawn.first + 1 }, (_, index) => drawn.first + index)
  const labelOf = barLabels(time, zoom, meterAt)
  return (
    <>
      {lasting
        .filter(({ from, to }) => from < end && to > origin)
        .map(({ technique, from, to }) => (
          <span
            key={`${technique} ${from}`}
            className={classes.lasting}
            style={{ left: (from - origin) * zoom, minWidth: (to - from) * zoom }}
            data-lasting={technique}
          >
            {LASTING[technique]}
          </span>
        ))}
      {bars.map(bar => {
        const start = time.starts[bar] ?? 0
        const end = time.starts[bar + 1] ?? start
        const number = bar + time.firstBar
        const label = labelOf(bar)
        const isLooped = loop !== undefined && number >= loop.from && number <= loop.to
        return (
          <div
            key={bar}
            className={classes.bar}
            data-bar={number}
            data-looped={isLooped || undefined}
            style={{ left: (start - origin) * zoom, width: (end - start) * zoom }}
          >
            <span className={classes.number}>
              {label.number}
              {label.meter && <b>{label.meter}</b>}
            </span>
            <BarRhythm {...props} start={start} end={end} />
            <BarNotes {...props} start={start} end={end} last={bar + 2 >= time.starts.length} />
          </div>
        )
      })}
    </>
  )
}

/** Size in pixels; must match the style sheet. */
const LABEL_GAP = 10
const DIGIT_WIDTH = 7

/**
 * Returns a bar's number, and its time signature if it differs from the previous bar's. A pickup has no
 * number and shows the time signature of the first full bar. A number is omitted if the previous label
 * needs its space.
 */
export function barLabels(
  { firstBar, starts }: Pick<TabTime, 'firstBar' | 'starts'>,
  zoom: number,
  meterAt: (quarter: number) => string,
) {
  const startOf = (bar: number) => starts[bar] ?? 0
  const isPickup = (bar: number) => bar + firstBar === 0
  const meterOf = (bar: number) => meterAt(startOf(isPickup(bar) ? bar + 1 : bar))
  const full = (bar: number) => ({
    number: isPickup(bar) ? undefined : bar + firstBar,
    meter: bar === 0 || meterOf(bar) !== meterOf(bar - 1) ? meterOf(bar) : undefined,
  })
  return (bar: number) => {
    const label = full(bar)
    const { number = '', meter } = full(bar - 1)
    const width = `${number}${meter}`.length * DIGIT_WIDTH + (number === '' ? 0 : LABEL_GAP)
    const isCrowded = bar > 0 && meter !== undefined && width > (startOf(bar) - startOf(bar - 1)) * zoom
    return isCrowded ? { ...label, number: undefined } : label
  }
}

interface BarProps extends LaneBarsProps {
  /** Start in quarter notes. */
  readonly start: number
  readonly end: number
}

function BarRhythm({ notes, start, end, zoom, strings, rows, beatAt, score }: BarProps) {
  const bar = { start, end, beat: beatAt(start) }
  const { track = 0 } = notes[firstFrom(notes, start)] ?? notes.at(-1) ?? {}
  const signs = score ? joined(score.signs(track, start, end), bar) : barRhythm(notes, bar)
  const bottom = rows * ROW_HEIGHT
  const middle = (strings * ROW_HEIGHT) / 2
  const { thin, thick, round } = rhythmPaths(signs, { zoom, middle, bottom })
  return (
    <svg
      className={classes.rhythm}
      aria-hidden="true"
      data-rhythm={signs.map(({ kind, length }) => `${kind} ${length}`).join(', ')}
    >
      <path d={thin} strokeWidth={1.5} />
      <path d={thick} strokeWidth={3} />
      <path d={round} strokeWidth={3} strokeLinecap="round" />
      {tupletNumbers(signs).map(({ at, tuplet }) => (
        <text key={at} x={at * zoom} y={bottom + 27}>
          {tuplet}
        </text>
      ))}
    </svg>
  )
}

interface BarNotesProps extends BarProps {
  /** The last bar also shows notes that start after its end. */
  readonly last: boolean
}

function BarNotes(props: BarNotesProps) {
  const { start, end, last, zoom, strings, notes, chosen, dragged } = props
  const { positionOf, techniquesOf, isPinned, isUnheld } = props
  const first = firstFrom(notes, start)
  const behind = last ? notes.length : firstFrom(notes, end)
  return Array.from({ length: Math.max(0, behind - first) }, (_, offset) => {
    const index = first + offset
    const position = dragged?.index === index ? dragged.position : positionOf(index)
    const techniques = techniquesOf(index)
    const { onset, before } = graceBefore(notes, techniquesOf, index)
    const left = (onset - start) * zoom - before * GRACE_WIDTH_PX
    const signs = techniqueSigns(techniques)
    const row = { left, '--row': position ? position.string - 1 : strings }
    return [
      <span
        key={index}
        className={classes.note}
        data-note={index}
        data-unplaced={position === undefined || undefined}
        data-string={position?.string}
        data-pinned={(position && isPinned(index, position.string)) || undefined}
        data-unheld={(position && isUnheld(index)) || undefined}
        data-grace={before > 0 || undefined}
        data-chosen={chosen === index || undefined}
        style={row}
      >
        {position ? fretText(position.fret, techniques) : '×'}
      </span>,
      // A separate element, so that other notes don't cover the rhythm symbols.
      signs && (
        <sup key={`signs ${index}`} className={classes.signs} style={row}>
          {signs}
        </sup>
      ),
    ]
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
  staccato: '·',
  accent: '>',
  'strum-down': '↓',
  'strum-up': '↑',
}

/** Labels of techniques that are shown once per run of notes. */
const LASTING = { 'palm-mute': 'P.M.', 'let-ring': 'let ring' } as const

type TechniquesOf = (index: number) => readonly Technique[] | undefined

export interface LastingTechnique {
  readonly technique: keyof typeof LASTING
  /** Start in quarter notes. */
  readonly from: number
  to: number
}

/** @param notes sorted by onset */
export function lastingTechniques(
  notes: readonly ShownNote[],
  techniquesOf: TechniquesOf,
): readonly LastingTechnique[] {
  return (Object.keys(LASTING) as (keyof typeof LASTING)[]).flatMap(technique => {
    const found: LastingTechnique[] = []
    let last = Number.NaN
    for (const [index, { onset, duration }] of notes.entries()) {
      const run = Number.isNaN(last) ? undefined : found.at(-1)
      if (techniquesOf(index)?.includes(technique)) {
        if (run) run.to = Math.max(run.to, onset + duration)
        else found.push({ technique, from: onset, to: onset + duration })
        last = onset
      } else if (run && onset > last) {
        run.to = Math.min(run.to, onset)
        last = Number.NaN
      }
    }
    return found
  })
}

const GRACE_WIDTH_PX = 15
/** Search limit in quarter notes. After a slide, the main note may be missing. */
const GRACE_REACH = 0.5

/**
 * Grace notes are drawn before their main note, even if played on the beat.
 * @returns onset of the main note, and number of grace notes from this one up to it
 */
export function graceBefore(notes: readonly ShownNote[], techniquesOf: TechniquesOf, index: number) {
  const { track, onset = 0 } = notes[index] ?? {}
  const isGrace = (at: number) => techniquesOf(at)?.includes('grace') === true
  const onsets = new Set<number>()
  for (let at = index; isGrace(index) && at < notes.length; at += 1) {
    const note = notes[at]
    if (!note || note.track !== track) continue
    const isNear = note.onset - onset < GRACE_REACH
    if (!isGrace(at)) return isNear ? { onset: note.onset, before: onsets.size } : { onset, before: 0 }
    onsets.add(note.onset)
  }
  return { onset, before: 0 }
}

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
    .map(each => SIGNS[each])
    .join('')
}
