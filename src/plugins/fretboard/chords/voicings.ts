/** All ways to play a chord in a tuning: one hand, four fingers, one note per string. */
import { pitchAt } from '../../../core/music/guitar/position.js'
import type { PlayableNeck } from '../scales/scale-position.js'
import { type ChordTones, neededTones } from './chord-tones.js'
import { difficulty, FINGERS, fingersOf, MUTED } from './playability.js'

export interface Voicing {
  /** From the capo, string 1 first; `undefined` for unplayed strings. */
  readonly frets: readonly (number | undefined)[]
  /** See `difficulty`: 2 for the easiest, 10 and more for those that need practice. */
  readonly cost: number
}

/** Frets that a hand covers; one more where frets are narrow. */
const HAND = 4
const NARROW_FROM = 7
/** Muted strings allowed between sounding ones. */
const INNER_MUTES = 1
/** Fewer notes are an interval. */
const FEWEST_SOUNDING = 3

/** Number of frets that the hand covers with its first finger at `fret`, counted from the nut. */
export function handAt(fret: number): number {
  return fret >= NARROW_FROM ? HAND + 1 : HAND
}

/**
 * All voicings, easiest first; of two equal ones the lower on the neck comes first.
 *
 * Empty if the chord has more tones than the instrument has strings.
 */
export function voicings(chord: ChordTones, neck: PlayableNeck): readonly Voicing[] {
  const { strings, capo, lastFret } = neck
  const count = strings.length
  const needed = neededTones(chord, count)
  const bitOf = new Map(chord.tones.map((tone, index) => [tone.pitchClass, 1 << index]))
  const bits = (tones: ChordTones['tones']) =>
    tones.reduce((sum, tone) => sum | (bitOf.get(tone.pitchClass) ?? 0), 0)
  const all = bits(chord.tones)
  const must = bits(needed)
  const bassBit = bitOf.get(chord.bass ?? chord.root) ?? 0
  const bassIsGiven = chord.bass !== undefined
  const reentrant = isReentrant(strings)
  const fewest = Math.min(FEWEST_SOUNDING, count, chord.tones.length)

  // Pitch and tone by string and fret, so that the search has nothing to look up.
  const width = lastFret + 1
  const pitches = new Int16Array(count * width)
  const tones = new Int32Array(count * width)
  for (let string = 0; string < count; string += 1) {
    for (let fret = 0; fret <= lastFret; fret += 1) {
      const pitch = pitchAt(neck, capo, string + 1, fret)
      pitches[string * width + fret] = pitch ?? 0
      tones[string * width + fret] = pitch === undefined ? 0 : (bitOf.get(pitch % 12) ?? 0)
    }
  }

  const found: Voicing[] = []
  const frets = new Int8Array(count).fill(MUTED)

  /** Frets that the hand covers. */
  let first = 0
  let last = 0

  /** Keeps the current frets if they form the chord and a hand can play them. */
  const keep = (mask: number, lowest: number) => {
    if (lowest < 0) return
    const rootInBass = tones[lowest] === bassBit
    if (bassIsGiven && !rootInBass) return
    if (fingersOf(frets).fingers > FINGERS) return
    found.push({
      frets: Array.from(frets, fret => (fret === MUTED ? undefined : fret)),
      cost: difficulty(frets, ones(all & ~mask), rootInBass, reentrant),
    })
  }

  /**
   * Goes from the lowest string to string 1, and abandons branches that can't become the chord.
   *
   * @param lowest where `pitches` and `tones` have the lowest note; -1 for none
   */
  const search = (
    string: number,
    mask: number,
    sounding: number,
    silentSince: number,
    inner: number,
    above: number,
    atFirst: number,
    lowest: number,
  ): void => {
    if (ones(must & ~mask) > string || sounding + string < fewest) return
    if (string === 0) {
      if (first === 0 || atFirst > 0) keep(mask, lowest)
      return
    }
    const index = string - 1
    const choose = (fret: number) => {
      const cell = index * width + fret
      const tone = tones[cell] ?? 0
      if (tone === 0) return
      const silent = sounding > 0 ? inner + silentSince : 0
      if (silent > INNER_MUTES) return
      const up = above + (fret > first ? 1 : 0)
      const at = atFirst + (fret > 0 && fret === first ? 1 : 0)
      if (up + (at > 0 ? 1 : 0) > FINGERS) return
      const isLowest = lowest < 0 || (pitches[cell] ?? 0) < (pitches[lowest] ?? 0)
      frets[index] = fret
      search(index, mask | tone, sounding + 1, 0, silent, up, at, isLowest ? cell : lowest)
    }
    choose(0)
    if (first > 0) for (let fret = first; fret <= last; fret += 1) choose(fret)
    frets[index] = MUTED
    search(index, mask, sounding, sounding > 0 ? silentSince + 1 : 0, inner, above, atFirst, lowest)
  }

  for (first = 0; first <= lastFret; first += 1) {
    last = first === 0 ? 0 : Math.min(lastFret, first + handAt(first + capo) - 1)
    search(count, 0, 0, 0, 0, 0, 0, -1)
  }
  return found.sort((a, b) => a.cost - b.cost)
}

/** Whether a string is lower than the next one, as on ukulele, banjo and charango. */
function isReentrant(strings: readonly number[]): boolean {
  return strings.some((open, index) => open < (strings[index + 1] ?? 0))
}

function ones(bits: number): number {
  let rest = bits
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}
