import { noteName, PITCH_CLASS_NAMES } from '../guitar/note-name.js'
import { type NoteNames, shownNote } from '../guitar/note-names.js'
import type { Song } from './song.js'
import { DRUM_CHANNEL } from './song-events.js'
import { MAJOR_KEYS, MINOR_KEYS } from './song-to-midi.js'

export interface SongKey {
  readonly ticks: number
  readonly tonic: string
  readonly mode: 'major' | 'minor'
}

const USUAL_TONICS = {
  major: 'C Db D Eb E F F# G Ab A Bb B'.split(' '),
  minor: 'C C# D Eb E F F# G G# A Bb B'.split(' '),
} as const
const MODES = ['major', 'minor'] as const

/** Krumhansl and Kessler, “Tracing the dynamic changes in perceived tonal organization”, 1982. */
const PROFILES = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
} as const
/** Minimum correlation with a key profile. Chromatic runs stay below it. */
const LEAST_FIT = 0.7

/**
 * Returns the song's keys. Ignores a single C major key signature, which programs write by default.
 * @example songKeys(greensleeves) // [{ ticks: 0, tonic: 'A', mode: 'minor' }]
 */
export function songKeys(song: Song): readonly SongKey[] {
  const written = song.header.keySignatures
    .toSorted((a, b) => a.ticks - b.ticks)
    .flatMap(({ ticks, key, scale }): SongKey[] => {
      const sharps = MAJOR_KEYS.indexOf(key)
      const mode = scale === 'minor' ? 'minor' : 'major'
      const tonic = (mode === 'minor' ? MINOR_KEYS : MAJOR_KEYS)[sharps]
      return tonic === undefined ? [] : [{ ticks, tonic, mode }]
    })
  const [first, second] = written
  const isDefault = first?.tonic === 'C' && first.mode === 'major' && !second
  if (first && !isDefault) return [{ ...first, ticks: 0 }, ...written.slice(1)]
  return estimatedKey(song) ?? written
}

export function transposedKey({ ticks, tonic, mode }: SongKey, semitones: number): SongKey {
  if (semitones % 12 === 0) return { ticks, tonic, mode }
  const from = fifthsOf({ ticks, tonic, mode }) * 7 + (mode === 'minor' ? 9 : 0)
  return { ticks, mode, tonic: USUAL_TONICS[mode][(((from + semitones) % 12) + 12) % 12] ?? tonic }
}

/** Number of sharps in the key signature; negative for flats. */
export const fifthsOf = ({ tonic, mode }: SongKey) =>
  (mode === 'minor' ? MINOR_KEYS : MAJOR_KEYS).indexOf(tonic) - 7

/**
 * Returns whether a pitch is the raised 6th or 7th of a minor key, which is written with a sharp.
 * @param tonic pitch class of the tonic
 */
export function isLeading(pitch: number, tonic: number): boolean {
  const step = (((pitch - tonic) % 12) + 12) % 12
  return (step === 9 || step === 11) && PITCH_CLASS_NAMES[((pitch % 12) + 12) % 12]?.length === 2
}

/**
 * Spells a note according to the key signature. Notes outside the key are spelled with flats in flat keys,
 * otherwise with sharps.
 * @example spelledNote(58, key) // Bb3
 */
export function spelledNote(pitch: number, key: SongKey): string {
  const fifths = fifthsOf(key)
  const isFlat = fifths < 0 && !(key.mode === 'minor' && isLeading(pitch, fifths * 7 + 9))
  const usual = isFlat ? BY_FIFTHS.slice(2, 14) : BY_FIFTHS.slice(7, 19)
  const name = [...BY_FIFTHS.slice(fifths + 7, fifths + 14), ...usual].find(
    each => (BY_FIFTHS.indexOf(each) * 7 + 4) % 12 === pitch % 12,
  )
  const shift = name?.endsWith('#') ? 1 : name?.endsWith('b') ? -1 : 0
  return `${name}${Math.max(0, Math.floor((pitch - shift) / 12) - 1)}`
}

const BY_FIFTHS = 'Fb Cb Gb Db Ab Eb Bb F C G D A E B F# C# G# D# A# E# B#'.split(' ')

interface Naming {
  readonly noteNames?: NoteNames
  readonly songKey?: SongKey | undefined
}

/** @example shownNoteName(58, { noteNames: 'german' }) // Ais3 */
export function shownNoteName(number: number, { noteNames = 'english', songKey }: Naming = {}): string {
  const name = songKey ? spelledNote(number, songKey) : noteName(number).name
  return name.replace(/^\D+/, letter => shownNote(letter, noteNames))
}

function estimatedKey({ tracks }: Song): readonly SongKey[] | undefined {
  const lengths = PITCH_CLASS_NAMES.map(() => 0)
  for (const { channel, notes } of tracks) {
    if (channel === DRUM_CHANNEL) continue
    for (const { midi, duration } of notes) lengths[midi % 12] = (lengths[midi % 12] ?? 0) + duration
  }
  const fits = MODES.flatMap(mode =>
    PITCH_CLASS_NAMES.map((_, tonic) => {
      const fit = correlation(
        PROFILES[mode],
        PROFILES[mode].map((_, step) => lengths[(tonic + step) % 12] ?? 0),
      )
      return { fit, key: { ticks: 0, tonic: USUAL_TONICS[mode][tonic] ?? '', mode } }
    }),
  )
  const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one))
  return best.fit >= LEAST_FIT ? [best.key] : undefined
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const apart = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return values.map(value => value - mean)
  }
  const a = apart(one)
  const b = apart(other)
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0)
  const size = Math.sqrt(product(a, a) * product(b, b))
  return size > 0 ? product(a, b) / size : 0
}
