import { model } from '../../engine.js'
import type { ReadBeat, ReadNote } from './notes.js'

interface Open {
  readonly read: ReadNote
  readonly beat: ReadBeat
}

/** Ticks. */
const NEAR = 30
const MOST_OPEN = 16

/**
 * Resolves ties, slurs, slides and hammer-ons.
 *
 * @param staves of one part, in the order of time
 */
export function joinNotes(
  staves: readonly (readonly ReadBeat[])[],
  pitches: ReadonlyMap<ReadNote, number>,
): void {
  const ties = new Map<number, Open[]>()
  const links = new Map<string, model.Note>()
  const beats = staves.flat().sort((a, b) => a.bar - b.bar || a.at - b.at)
  for (const beat of beats) {
    for (const read of beat.notes) {
      const pitch = pitches.get(read) ?? -1
      const open = ties.get(pitch) ?? []
      const origin = read.endsTie ? originOf({ read, beat }, open) : undefined
      if (origin) {
        open.splice(open.indexOf(origin), 1)
        tie(origin.read.note, read.note)
      }
      if (read.startsTie) ties.set(pitch, [...open.slice(-MOST_OPEN), { read, beat }])
      for (const link of read.links) {
        // Stops of a note belong to an earlier one.
        if (link.isStart) continue
        const start = links.get(link.number)
        links.delete(link.number)
        if (start && start !== read.note) join(start, read.note, link.kind)
      }
      for (const { kind, number, isStart } of read.links) {
        if (!isStart) continue
        links.set(number, read.note)
        if (kind === 'legato') read.note.isHammerPullOrigin = true
      }
    }
  }
}

/** Of the notes that end where this one begins, one of its voice first. */
function originOf({ beat }: Open, open: readonly Open[]): Open | undefined {
  const fitting = open.filter(({ beat: { bar, at, length } }) =>
    bar === beat.bar ? Math.abs(at + length - beat.at) <= NEAR : bar === beat.bar - 1 && beat.at <= NEAR,
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
  origin.tieDestination = note
  const { string, fret } = origin
  // Tablature leaves out what goes on sounding.
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
