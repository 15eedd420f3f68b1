// Simulated students: played notes whose pairing with the written notes is known.
import { createRandom, type Random } from '../../bench/support/random.js'
import type { NotePair, PlayedNote, WrittenNote } from '../../src/plugins/practice/tokens.js'

export interface Take {
  readonly played: readonly PlayedNote[]
  readonly truth: readonly NotePair[]
  /** Index of the first played note after each jump or skip. */
  readonly breaks: readonly number[]
}

const BEATS_PER_BAR = 4

interface Note extends PlayedNote {
  readonly written: number | undefined
}

const notesOf = ({ played, truth }: Take): Note[] => {
  const writtenOf = new Map(truth.map(([written, note]) => [note, written]))
  return played.map((note, index) => ({ ...note, written: writtenOf.get(index) }))
}

function takeOf(notes: readonly Note[], breaks: readonly Note[] = []): Take {
  const sorted = notes.toSorted((a, b) => a.onset - b.onset || a.pitch - b.pitch)
  return {
    played: sorted.map(({ onset, pitch }) => ({ onset, pitch })),
    truth: sorted.flatMap(({ written }, index) => (written === undefined ? [] : [[written, index] as const])),
    breaks: breaks.map(note => sorted.indexOf(note)).sort((a, b) => a - b),
  }
}

/** Returns a random number from −1 to 1, usually near 0. */
const bell = (random: Random) => (random.below(1000) + random.below(1000) + random.below(1000)) / 1500 - 1

export interface Manner {
  readonly seed?: number
  readonly secondsPerBeat?: number
  /** Maximum deviation of a note, s. */
  readonly jitter?: number
  /** Delay of the second eighth of each beat, in beats. */
  readonly swing?: number
  /** Delay between notes of a chord, s. */
  readonly roll?: number
  /** Seconds per beat at a given beat. Replaces the steady tempo. */
  readonly tempoAt?: (beat: number) => number
}

export function plays(written: readonly WrittenNote[], manner: Manner = {}): Take {
  const { seed = 1, secondsPerBeat = 0.5, jitter = 0.02, swing = 0, roll = 0, tempoAt } = manner
  const random = createRandom(seed)
  const step = 1 / 64
  const timeOf = (beat: number) => {
    if (!tempoAt) return beat * secondsPerBeat
    let seconds = 0
    for (let at = 0; at < beat; at += step) seconds += tempoAt(at) * Math.min(step, beat - at)
    return seconds
  }
  let inChord = 0
  const notes = written.map(({ onset, pitch }, index) => {
    inChord = index > 0 && written[index - 1]?.onset === onset ? inChord + 1 : 0
    const late = onset % 1 === 0.5 ? swing : 0
    return { onset: 1 + timeOf(onset + late) + inChord * roll + jitter * bell(random), pitch, written: index }
  })
  return takeOf(notes)
}

export function withWrongNotes(take: Take, seed: number, share = 0.05): Take {
  const random = createRandom(seed)
  return takeOf(
    notesOf(take).map(note => {
      if (random.below(1000) >= share * 1000) return note
      return { onset: note.onset, pitch: note.pitch + random.of([-2, -1, 1, 2]), written: undefined }
    }),
  )
}

export function withoutSome(take: Take, seed: number, share = 0.05): Take {
  const random = createRandom(seed)
  return takeOf(notesOf(take).filter(() => random.below(1000) >= share * 1000))
}

/** Adds extra notes at random times, close in pitch to the existing notes. */
export function withExtraNotes(take: Take, seed: number, share = 0.05): Take {
  const random = createRandom(seed)
  const notes = notesOf(take)
  const extra = notes
    .filter(() => random.below(1000) < share * 1000)
    .map(({ onset, pitch }) => ({
      onset: onset + random.below(200) / 1000,
      pitch: pitch + random.of([-3, -1, 1, 4]),
      written: undefined,
    }))
  return takeOf([...notes, ...extra])
}

/** Returns the time of the first note at or after a beat. */
function timeOfBeat(written: readonly WrittenNote[], notes: readonly Note[], beat: number): number {
  let time = Number.POSITIVE_INFINITY
  for (const note of notes) {
    const onset = note.written === undefined ? undefined : written[note.written]?.onset
    if (onset !== undefined && onset >= beat) time = Math.min(time, note.onset)
  }
  return time
}

/** Plays sections of a take in order, each from one beat to another. */
function inParts(
  written: readonly WrittenNote[],
  take: Take,
  parts: readonly (readonly [from: number, to: number])[],
) {
  const notes = notesOf(take)
  const all: Note[] = []
  const breaks: Note[] = []
  // Chord notes are not exactly simultaneous, so slightly early notes count too.
  const early = 0.03
  let now = 0
  for (const [index, [from, to]] of parts.entries()) {
    const begin = from <= 0 ? Number.NEGATIVE_INFINITY : timeOfBeat(written, notes, from) - early
    const end = timeOfBeat(written, notes, to) - early
    const part = notes.filter(({ onset }) => onset >= begin && onset < end)
    const shift = index === 0 ? 0 : now - begin
    const moved = part.map(note => ({ ...note, onset: note.onset + shift }))
    if (index > 0 && moved[0]) breaks.push(moved[0])
    all.push(...moved)
    now = Number.isFinite(end) ? end + shift : now
  }
  return takeOf(all, breaks)
}

/** Jumps back by one to three bars, three times by default. */
export function withJumpsBack(written: readonly WrittenNote[], take: Take, seed: number, times = 3): Take {
  const random = createRandom(seed)
  const length = written.at(-1)?.onset ?? 0
  const parts: [number, number][] = []
  let from = 0
  for (let jump = 0; jump < times; jump += 1) {
    const at = (0.15 + (0.7 * (jump + random.below(80) / 100)) / times) * length
    parts.push([from, at])
    from = Math.max(0, at - BEATS_PER_BAR * (1 + random.below(3)))
  }
  return inParts(written, take, [...parts, [from, Number.POSITIVE_INFINITY]])
}

/** Skips passages (two by default), each between 1/20 and 1/7 of the song. */
export function withSkips(written: readonly WrittenNote[], take: Take, seed: number, times = 2): Take {
  const random = createRandom(seed)
  const length = written.at(-1)?.onset ?? 0
  const parts: [number, number][] = []
  let from = 0
  for (let skip = 0; skip < times; skip += 1) {
    const at = (0.15 + (0.7 * (skip + random.below(60) / 100)) / times) * length
    parts.push([from, at])
    from = at + (0.05 + random.below(100) / 1000) * length
  }
  return inParts(written, take, [...parts, [from, Number.POSITIVE_INFINITY]])
}

/** Returns the F1 score of the found pairs. */
export function f1(found: readonly NotePair[], truth: readonly NotePair[]): number {
  const known = new Set(truth.map(([written, note]) => `${written}:${note}`))
  const right = found.filter(([written, note]) => known.has(`${written}:${note}`)).length
  return found.length + truth.length === 0 ? 1 : (2 * right) / (found.length + truth.length)
}
