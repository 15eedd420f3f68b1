/** Compares fingerings with human tablature and the lowest-fret rule. */
import { fretOf } from '../guitar/position.js'
import { CHORD_SPREAD } from '../song/song-time.js'
import { type MethodScore, MOST_FRETS, type TablaturePiece } from './fingering.js'
import { isReach, type Neck } from './grips.js'
import { beginLive, next } from './live.js'
import type { Model } from './model.js'
import { onsetsOf } from './onsets.js'
import { solve } from './solve.js'

type Strings = (number | undefined)[]
type Method = (piece: TablaturePiece, neck: Neck) => Strings

const TENTH = 0.1 // fraction of the piece that is pinned

export function score(pieces: readonly TablaturePiece[], model: Model, now: () => number): MethodScore[] {
  const whole = (piece: TablaturePiece, pins: number): Strings =>
    solve(
      piece.notes,
      {
        tuning: { strings: piece.tuning },
        capo: piece.capo,
        frets: framesOf(piece),
        pinned: piece.notes.slice(0, pins).map(({ string }, note) => ({ note, string })),
      },
      model,
    ).notes.map(({ position }) => position?.string)
  const tenth = (piece: TablaturePiece) => Math.ceil(piece.notes.length * TENTH)
  const methods: readonly [MethodScore['name'], Method, (piece: TablaturePiece) => number][] = [
    ['lowest-fret', lowestFret, () => 0],
    ['whole', piece => whole(piece, 0), () => 0],
    ['causal', piece => causal(piece, model), () => 0],
    ['lowest-fret-after-tenth', lowestFret, tenth],
    ['whole-tenth-pinned', piece => whole(piece, tenth(piece)), tenth],
  ]
  return methods.map(([name, method, from]) => measured(name, method, from, pieces, now))
}

/** Returns the number of frets, counted from the nut. Tablature with a capo has 24 frets above it. */
function framesOf({ capo }: TablaturePiece): number {
  return Math.min(MOST_FRETS, 24 + capo)
}

function measured(
  name: MethodScore['name'],
  method: Method,
  from: (piece: TablaturePiece) => number,
  pieces: readonly TablaturePiece[],
  now: () => number,
): MethodScore {
  let took = 0
  let notes = 0
  let macro = 0
  const all = { right: 0, of: 0 }
  const ambiguous = { right: 0, of: 0 }
  let scored = 0
  let unplayable = 0
  let withoutGrip = 0
  for (const piece of pieces) {
    const neck: Neck = { strings: piece.tuning, capo: piece.capo, top: 24 }
    const began = now()
    const strings = method(piece, neck)
    took += now() - began
    notes += piece.notes.length
    const start = from(piece)
    const before = { ...all }
    for (const [index, note] of piece.notes.entries()) {
      if (index < start) continue
      const right = strings[index] === note.string ? 1 : 0
      all.right += right
      all.of += 1
      if (neck.strings.filter(open => isOn(note.pitch - open - neck.capo)).length < 2) continue
      ambiguous.right += right
      ambiguous.of += 1
    }
    if (all.of > before.of) {
      macro += (all.right - before.right) / (all.of - before.of)
      scored += 1
    }
    const held = countUnplayable(piece, neck, strings)
    unplayable += held.unplayable
    withoutGrip += held.withoutGrip
  }
  return {
    name,
    macro: macro / Math.max(1, scored),
    micro: all.right / Math.max(1, all.of),
    ambiguous: ambiguous.right / Math.max(1, ambiguous.of),
    unplayable,
    withoutGrip,
    notesPerSecond: took > 0 ? (notes / took) * 1000 : 0,
  }
}

const isOn = (fret: number) => fret >= 0 && fret <= 24

function countUnplayable({ notes }: TablaturePiece, neck: Neck, strings: Strings) {
  let unplayable = 0
  let withoutGrip = 0
  const { onsets, unplaced } = onsetsOf(notes, neck)
  const crowded = new Set([...unplaced.keys()].map(index => notes[index]?.onset))
  for (const { notes: held, grips, at } of onsets) {
    if (!grips.legal || crowded.has(at)) {
      withoutGrip += 1
      continue
    }
    const used = held.flatMap(index => strings[index] ?? [])
    const frets = held
      .map(index => fretOf(notes[index]?.pitch ?? 0, neck, neck.capo, strings[index] ?? 0))
      .filter(fret => fret > 0)
    const isTwice = new Set(used).size < used.length
    if (isTwice || (frets.length > 0 && !isReach(Math.min(...frets), Math.max(...frets)))) unplayable += 1
  }
  return { unplayable, withoutGrip }
}

function lowestFret(piece: TablaturePiece, neck: Neck): Strings {
  const strings: Strings = piece.notes.map(() => undefined)
  for (const { grips, notes } of onsetsOf(piece.notes, neck).onsets)
    for (const [i, index] of notes.entries()) strings[index] = (grips.string[i] ?? 0) + 1
  return strings
}

/** Solves a piece as if it were played live, without later notes and durations. */
function causal(piece: TablaturePiece, model: Model): Strings {
  const state = beginLive(
    { tuning: { strings: piece.tuning }, capo: piece.capo, frets: framesOf(piece) },
    model,
  )
  const strings: Strings = piece.notes.map(() => undefined)
  const order = [...piece.notes.keys()].sort(
    (a, b) => (piece.notes[a]?.onset ?? 0) - (piece.notes[b]?.onset ?? 0) || a - b,
  )
  for (let from = 0; from < order.length; ) {
    const at = piece.notes[order[from] ?? 0]?.onset ?? 0
    let to = from + 1
    while (to < order.length && (piece.notes[order[to] ?? 0]?.onset ?? 0) - at < CHORD_SPREAD) to += 1
    const now = order.slice(from, to)
    const positions = next(
      now.map(index => piece.notes[index]?.pitch ?? 0),
      at,
      state,
    )
    for (const [i, index] of now.entries()) strings[index] = positions[i]?.position?.string
    from = to
  }
  return strings
}
