import { HIGHEST_FRET } from '../../../../music/song/song-schema.js'
import { model } from '../../engine.js'
import type { ReadBeat, ReadNote } from './notes.js'
import { childOf } from './xml.js'

/** Fret of each harmonic in alphaTab's table, and its interval above the open string in semitones. */
const HARMONICS: readonly (readonly [fret: number, above: number])[] = [
  ...([
    [2.4, 36],
    [2.7, 34],
    [3.2, 31],
    [4, 28],
    [5, 24],
    [5.8, 34],
    [7, 19],
    [8.2, 36],
    [9, 28],
  ] as const),
  ...([
    [9.6, 34],
    [12, 12],
    [14.7, 34],
    [16, 28],
    [17, 36],
    [19, 19],
    [21.7, 36],
    [24, 24],
  ] as const),
]

function harmonicAt(fret: number, above: number | undefined): number | undefined {
  const fitting = HARMONICS.filter(each => above === undefined || each[1] === above)
  return fitting.toSorted((a, b) => Math.abs(a[0] - fret) - Math.abs(b[0] - fret))[0]?.[0]
}

export function tuningFrom(
  beats: readonly ReadBeat[],
  capo: number,
  lines: number,
  soundOf: (read: ReadNote, beat: ReadBeat) => number | undefined,
): number[] {
  const tuning: number[] = []
  for (const beat of beats) {
    for (const read of beat.notes) {
      const { string = 0, fret, harmonic } = read
      const pitch = soundOf(read, beat)
      if (string < 1 || string > lines || fret === undefined || pitch === undefined || harmonic) continue
      tuning[string - 1] ??= pitch - fret - capo
    }
  }
  const usual = model.Tuning.getDefaultTuningFor(lines)?.tunings ?? []
  return Array.from({ length: lines }, (_, index) => tuning[index] ?? usual[index] ?? 0)
}

/**
 * Assigns a string and fret to a note. The pitch takes precedence over the file's fret.
 *
 * @param pitch sounding pitch, or written pitch of a harmonic
 * @returns whether the file's fret matches
 */
export function place(read: ReadNote, pitch: number, tuning: readonly number[], capo: number): boolean {
  const { note, string = 0, fret = 0 } = read
  const open = tuning[string - 1]
  if (open === undefined || fret > HIGHEST_FRET) {
    // Leave the note as is: `checkScore` will report it with its bar.
    note.string = tuning.length - string + 1
    note.fret = fret
    return true
  }
  note.string = tuning.length - string + 1
  if (readHarmonic(read, pitch - open - capo)) return true
  const found = pitch - open - capo
  if (found < 0 || found > HIGHEST_FRET) {
    note.string = -1
    return false
  }
  note.fret = found
  // Some programs count frets from the nut even with a capo.
  return read.fret === undefined || found === fret || found === fret - capo
}

/** @param above semitones from the open string to the written pitch */
function readHarmonic({ note, harmonic, fret = 0 }: ReadNote, above: number): boolean {
  if (!harmonic) return false
  const { Natural, Artificial } = model.HarmonicType
  if (childOf(harmonic, 'artificial')) {
    const isFretted = childOf(harmonic, 'base-pitch') || above === fret
    note.harmonicType = Artificial
    note.fret = fret
    note.harmonicValue = isFretted ? OCTAVE : (harmonicAt(OCTAVE, above - fret) ?? OCTAVE)
    return true
  }
  const isTouched = childOf(harmonic, 'touching-pitch') !== undefined || above === fret
  const value = isTouched ? harmonicAt(fret, undefined) : harmonicAt(fret, above)
  if (value === undefined) return false
  note.harmonicType = Natural
  note.harmonicValue = value
  note.fret = fret
  return true
}

const OCTAVE = 12

/** Assigns the highest free string, for tablature without positions. */
export function placeAnywhere(
  note: model.Note,
  pitch: number,
  tuning: readonly number[],
  capo: number,
  used: ReadonlySet<number>,
): void {
  const found = tuning.findIndex((open, index) => pitch >= open + capo && !used.has(tuning.length - index))
  if (found < 0) return
  note.string = tuning.length - found
  note.fret = pitch - capo - (tuning[found] ?? 0)
}

/** Keeps only the sounding note of a harmonic. The other two notes describe the finger positions. */
export function soundingHarmonic(beat: ReadBeat): void {
  const { notes } = beat
  if (notes.length < 2 || !notes.some(({ harmonic }) => harmonic)) return
  const of = (name: string) => notes.find(({ harmonic }) => childOf(harmonic, name))
  const [base, touched, sounding] = [of('base-pitch'), of('touching-pitch'), of('sounding-pitch')]
  if (!touched || touched.string !== undefined) return
  const lower = base ?? notes.find(each => each !== touched && each !== sounding && !each.harmonic)
  const above = HARMONICS.find(
    ([fret]) => Math.round(fret) === (touched.pitch ?? 0) - (lower?.pitch ?? 0),
  )?.[1]
  const pitch =
    sounding?.pitch ??
    (lower?.pitch !== undefined && above !== undefined ? lower.pitch + above : touched.pitch)
  const kept = { ...(sounding ?? touched), pitch }
  notes.splice(
    0,
    notes.length,
    kept,
    ...notes.filter(each => each !== touched && each !== lower && each !== sounding),
  )
}
