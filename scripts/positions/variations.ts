/**
 * Creates variations of a training piece for which the human's fingering is still valid, to reduce
 * overfitting.
 */
import type { Random } from '../../bench/support/random.js'
import type { TablaturePiece } from '../../src/music/fingering/fingering.js'
import { CHORD_SPREAD } from '../../src/music/song/song-time.js'

type Note = TablaturePiece['notes'][number]

export interface Varying {
  /** Maximum proportion of omitted notes; the actual proportion is uniformly distributed. */
  readonly leftOut: number
  readonly backwards: number
  /** Probability of retuning one or two strings by up to two semitones while keeping the frets. */
  readonly retuned: number
  /** Probability of playing chords one note after another. */
  readonly broken: number
}

/** Resolution of random probabilities, 1/1000. */
const EVEN = 1000

const happens = (chance: number, random: Random) => random.below(EVEN) < chance * EVEN

export function varied(piece: TablaturePiece, varying: Varying, random: Random): TablaturePiece {
  const leftOut = (varying.leftOut * random.below(EVEN)) / EVEN
  const fewer = { ...piece, notes: piece.notes.filter(() => !happens(leftOut, random)) }
  const turned = happens(varying.backwards, random) ? backwards(fewer) : fewer
  const tuned = happens(varying.retuned, random) ? retuned(turned, random) : turned
  return happens(varying.broken, random) ? broken(tuned, random) : tuned
}

/** Returns the melody: the highest note of each chord. */
export function melodyOf(piece: TablaturePiece): TablaturePiece {
  const highestOf = (chord: readonly Note[]) => chord.reduce((a, b) => (b.pitch > a.pitch ? b : a))
  return { ...piece, notes: chordsOf(piece).map(highestOf) }
}

function chordsOf({ notes }: TablaturePiece): readonly [Note, ...Note[]][] {
  const chords: [Note, ...Note[]][] = []
  for (const note of [...notes].sort((a, b) => a.onset - b.onset)) {
    const last = chords.at(-1)
    if (last && note.onset - last[0].onset < CHORD_SPREAD) last.push(note)
    else chords.push([note])
  }
  return chords
}

function backwards(piece: TablaturePiece): TablaturePiece {
  const end = piece.notes.reduce((last, { onset }) => Math.max(last, onset), 0)
  return { ...piece, notes: piece.notes.map(note => ({ ...note, onset: end - note.onset })).reverse() }
}

const STRINGS_TURNED = 2
const SEMITONES = 2

function retuned(piece: TablaturePiece, random: Random): TablaturePiece {
  const tuning = [...piece.tuning]
  for (let turn = 0; turn < STRINGS_TURNED; turn += 1) {
    const string = random.below(tuning.length)
    tuning[string] = (tuning[string] ?? 0) + random.below(2 * SEMITONES + 1) - SEMITONES
  }
  const falls = tuning.every((pitch, string) => string === 0 || pitch < (tuning[string - 1] ?? 0))
  if (!falls) return piece
  const higher = ({ string }: Note) => (tuning[string - 1] ?? 0) - (piece.tuning[string - 1] ?? 0)
  return { ...piece, tuning, notes: piece.notes.map(note => ({ ...note, pitch: note.pitch + higher(note) })) }
}

/** Maximum duration of a broken chord, beats. */
const SPREAD = 1

function broken(piece: TablaturePiece, random: Random): TablaturePiece {
  const share = random.below(EVEN) / EVEN
  const upwards = random.below(2) === 0
  const chords = chordsOf(piece)
  const notes = chords.flatMap((chord, index): readonly Note[] => {
    const { onset } = chord[0]
    if (chord.length === 1 || !happens(share, random)) return chord
    const until = Math.min(chords[index + 1]?.[0].onset ?? Number.POSITIVE_INFINITY, onset + SPREAD)
    const apart = (until - onset) / chord.length
    // Closer notes would count as one chord again.
    if (apart < 2 * CHORD_SPREAD) return chord
    return [...chord]
      .sort((a, b) => (upwards ? a.pitch - b.pitch : b.pitch - a.pitch))
      .map((note, at) => ({ ...note, onset: onset + at * apart }))
  })
  return { ...piece, notes }
}
