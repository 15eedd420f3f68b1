/** The notes of a take that are to be played, and where to find them. */

import { tempoMap } from '../../../core/music/song/tempo-map.js'
import { countWhile } from '../../../core/platform/ordered.js'
import type { OpenSong, ShownNote } from '../../player/tokens.js'

export interface JudgedNote {
  /** Index among the notes that the neck shows. */
  readonly shown: number
  /** In beats. */
  readonly onset: number
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** Position in the song, in milliseconds at its own tempo. */
  readonly atMs: number
  /** From 1. */
  readonly bar: number
  /** The string that it is shown on, from 1; 0 where it has none. */
  readonly string: number
}

/** Notes that begin within this are one chord. */
const SAME_MS = 1

/** @param fromMs first moment of the take @param toMs where it ends, not included */
export function judgedNotes(
  { song, barBeatAt }: OpenSong,
  shown: readonly ShownNote[],
  stringOf: (index: number) => number,
  fromMs: number,
  toMs: number,
): readonly JudgedNote[] {
  const { secondsAt } = tempoMap(song.header.tempos, song.header.ppq)
  return shown.flatMap(({ onset, duration, pitch }, index) => {
    const atMs = secondsAt(Math.round(onset * song.header.ppq)) * 1000
    if (atMs < fromMs - SAME_MS || atMs >= toMs - SAME_MS) return []
    return [{ shown: index, onset, duration, pitch, atMs, bar: barBeatAt(atMs).bar, string: stringOf(index) }]
  })
}

export interface NoteIndex {
  /** The notes with a pitch that begin from one moment to another, both included. */
  between(pitch: number, fromMs: number, toMs: number): readonly number[]
  /** The first note that begins at a moment or after it. */
  firstFrom(ms: number): number
  /** The first note of a chord, and the one after its last. */
  chordOf(note: number): readonly [first: number, end: number]
}

const NONE: readonly number[] = []

/** @param notes in the order in which they begin */
export function indexNotes(notes: readonly JudgedNote[]): NoteIndex {
  const byPitch = new Map<number, number[]>()
  for (const [index, { pitch }] of notes.entries()) {
    const list = byPitch.get(pitch)
    if (list) list.push(index)
    else byPitch.set(pitch, [index])
  }
  return {
    between(pitch, fromMs, toMs) {
      const all = byPitch.get(pitch) ?? NONE
      const atOf = (place: number) => notes[all[place] ?? -1]?.atMs ?? 0
      const from = countWhile(all.length, place => atOf(place) < fromMs)
      return all.slice(
        from,
        countWhile(all.length, place => atOf(place) <= toMs),
      )
    },
    firstFrom: ms => countWhile(notes.length, note => (notes[note]?.atMs ?? 0) < ms),
    chordOf(note) {
      const at = notes[note]?.atMs ?? 0
      let first = note
      while (at - (notes[first - 1]?.atMs ?? Number.NEGATIVE_INFINITY) <= SAME_MS) first -= 1
      let end = note + 1
      while ((notes[end]?.atMs ?? Number.POSITIVE_INFINITY) - at <= SAME_MS) end += 1
      return [first, end]
    },
  }
}
