import type { BarMarks } from '../../../../music/song/unfold.js'
import { model } from '../../engine.js'
import type { ReadBeat, ReadNote } from './notes.js'

interface Open {
  readonly read: ReadNote
  readonly beat: ReadBeat
}

const TOLERANCE_TICKS = 30
const MOST_OPEN = 16

/**
 * Resolves ties, slurs, slides and hammer-ons.
 *
 * @param staves staves of one part, sorted by time
 * @param endings ending numbers by bar
 * @returns added beats
 */
export function joinNotes(
  staves: readonly (readonly ReadBeat[])[],
  pitches: ReadonlyMap<ReadNote, number>,
  endings: readonly BarMarks['endings'][],
): ReadBeat[] {
  const ties = new Map<number, Open[]>()
  /** A tie into the first ending also continues into every later ending. */
  const intoEndings = new Map<number, Open>()
  const links = new Map<string, model.Note>()
  const beats = staves.flat().sort((a, b) => a.bar - b.bar || a.at - b.at)
  const added: Open[] = []
  for (const beat of beats) {
    for (const read of [...beat.notes]) {
      const pitch = pitches.get(read) ?? -1
      const open = ties.get(pitch) ?? []
      const origin = read.endsTie ? originOf({ read, beat }, open) : undefined
      if (origin) {
        open.splice(open.indexOf(origin), 1)
        if (endings[beat.bar] && !endings[origin.beat.bar]) intoEndings.set(pitch, origin)
        if (canTie(origin.beat, beat)) tie(origin.read.note, read.note)
        else if (origin.beat.bar === beat.bar) {
          extend(origin, { read, beat }, added)
          if (read.startsTie) ties.set(pitch, [...open, added.at(-1) ?? origin])
          continue
        }
      }
      const other = read.endsTie && !origin && beat.at <= TOLERANCE_TICKS ? intoEndings.get(pitch) : undefined
      if (other && endings.slice(other.beat.bar + 1, beat.bar + 1).every(Boolean) && canTie(other.beat, beat))
        tie(other.read.note, read.note)
      if (read.startsTie) ties.set(pitch, [...open.slice(-MOST_OPEN), { read, beat }])
      for (const link of read.links) {
        // Process stops before starts: a note's stops refer to an earlier note.
        if (link.isStart) continue
        const start = links.get(link.number)
        links.delete(link.number)
        if (start && start !== read.note) join(start, read.note, link.kind)
        if (start && start === read.note.slideOrigin && start.slurDestination === read.note) {
          // Under a slur, the second note of a slide isn't struck.
          Object.assign(start, { slideOutType: model.SlideOutType.Legato, slurDestination: null })
          Object.assign(read.note, { slurOrigin: null, isSlurDestination: false })
        }
      }
      for (const { kind, number, isStart } of read.links) {
        if (!isStart) continue
        links.set(number, read.note)
        if (kind === 'legato') read.note.isHammerPullOrigin = true
      }
    }
  }
  return added.map(({ beat }) => beat)
}

/** alphaTab links notes in the order of staves, bars and voices. */
function canTie(from: ReadBeat, to: ReadBeat): boolean {
  if (from.staff !== to.staff) return from.staff < to.staff
  return from.bar < to.bar || from.voice === to.voice || Number(from.voice) < Number(to.voice)
}

/** Merges two notes into one long note if alphaTab can't tie them. */
function extend({ read, beat }: Open, next: Open, added: Open[]): void {
  const long = new model.Beat()
  Object.assign(long, { duration: beat.beat.duration, dynamics: beat.beat.dynamics })
  beat.notes.splice(beat.notes.indexOf(read), 1)
  next.beat.notes.splice(next.beat.notes.indexOf(next.read), 1)
  const length = next.beat.at + next.beat.length - beat.at
  added.push({ read, beat: { ...beat, beat: long, length, notes: [read] } })
}

/** Finds a note that ends at the start of this note, preferably in the same voice. */
function originOf({ beat }: Open, open: readonly Open[]): Open | undefined {
  const fitting = open.filter(({ beat: { bar, at, length } }) =>
    bar === beat.bar
      ? Math.abs(at + length - beat.at) <= TOLERANCE_TICKS
      : bar === beat.bar - 1 && beat.at <= TOLERANCE_TICKS,
  )
  return (
    fitting.findLast(({ beat: { staff, voice } }) => staff === beat.staff && voice === beat.voice) ??
    fitting.findLast(({ beat: { staff } }) => staff === beat.staff) ??
    fitting.at(-1)
  )
}

function tie(origin: model.Note, note: model.Note): void {
  note.isTieDestination = true
  note.tieOrigin = origin
  origin.tieDestination ??= note
  const { string, fret } = origin
  // Tablature files omit the position of tied notes.
  if (origin.isStringed && note.string !== string) Object.assign(note, { string, fret })
}

function join(start: model.Note, stop: model.Note, kind: ReadNote['links'][number]['kind']): void {
  if (kind === 'slur') {
    start.slurDestination = stop
    stop.slurOrigin = start
    stop.isSlurDestination = true
  } else if (kind === 'slide') {
    start.slideTarget = stop
    stop.slideOrigin = start
    start.slideOutType = model.SlideOutType.Shift
  }
}
