import { countWhile } from '../../../core/platform/ordered.js'
import { getOrMake } from '../../../core/platform/store.js'
import { tempoMap } from '../../../music/song/song-time.js'
import type { OpenSong, ShownNote } from '../../player/tokens.js'

export interface JudgedNote {
  readonly shown: number
  /** Onset in beats. */
  readonly onset: number
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** Song time at the original tempo, in ms. */
  readonly atMs: number
  /** `bar` is 0 in a pickup; `string` is 0 for notes without a string. */
  readonly bar: number
  readonly string: number
}

const CHORD_SPREAD_MS = 1

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
    if (atMs < fromMs - CHORD_SPREAD_MS || atMs >= toMs - CHORD_SPREAD_MS) return []
    return [{ shown: index, onset, duration, pitch, atMs, bar: barBeatAt(atMs).bar, string: stringOf(index) }]
  })
}

export type NoteIndex = ReturnType<typeof indexNotes>

/** @param notes sorted by onset */
export function indexNotes(notes: readonly JudgedNote[]) {
  const byPitch = new Map<number, number[]>()
  for (const [index, { pitch }] of notes.entries()) getOrMake(byPitch, pitch, () => []).push(index)
  return {
    between(pitch: number, fromMs: number, toMs: number): readonly number[] {
      const all = byPitch.get(pitch) ?? []
      const atOf = (place: number) => notes[all[place] ?? -1]?.atMs ?? 0
      const from = countWhile(all.length, place => atOf(place) < fromMs)
      return all.slice(
        from,
        countWhile(all.length, place => atOf(place) <= toMs),
      )
    },
    firstFrom: (ms: number) => countWhile(notes.length, note => (notes[note]?.atMs ?? 0) < ms),
    chordOf(note: number): readonly [first: number, end: number] {
      const at = notes[note]?.atMs ?? 0
      let first = note
      while (at - (notes[first - 1]?.atMs ?? Number.NEGATIVE_INFINITY) <= CHORD_SPREAD_MS) first -= 1
      let end = note + 1
      while ((notes[end]?.atMs ?? Number.POSITIVE_INFINITY) - at <= CHORD_SPREAD_MS) end += 1
      return [first, end]
    },
  }
}

export interface Struck {
  readonly pitch: number
  /** Time on the input's clock minus the latency, in ms. */
  readonly atMs: number
  /** `undefined` while the song is stopped. */
  readonly songMs: number | undefined
  /** Song time per unit of clock time. */
  readonly rate: number
  /** String number from 1, if the instrument sends it. */
  readonly string?: number | undefined
}

export interface Matched {
  readonly played: number
  readonly written: number | undefined
  /** Deviation from the written time in ms, negative if early. */
  readonly byMs: number
}

export interface Matcher {
  /** @returns the match of this note, and revised matches of earlier notes */
  take(note: Struck, played: number): readonly Matched[]
  /** Returns the index of the first note that can still be played. */
  passedUntil(songMs: number | undefined): number
  readonly lost: boolean
}
