import { type PlayableNeck, pitchAt } from '../guitar/position.js'
import { type ChordTones, neededTones } from './chord-tones.js'
import { FINGERS, fingersOf, MUTED } from './playability.js'
import { ones, toneRoles, voicingCost, weightsOf } from './voicing-cost.js'

export interface Voicing {
  /** Frets above the capo, string 1 first; `undefined` for muted strings. */
  readonly frets: readonly (number | undefined)[]
  readonly cost: number
}

interface Found extends Voicing {
  cost: number
}

const HAND_FRETS = 4
const NARROW_FROM = 7
const INNER_MUTES = 1
const FEWEST_SOUNDING = 3

/** Returns how many frets are within reach when the first finger is at `fret`, counted from the nut. */
export function handAt(fret: number): number {
  return fret >= NARROW_FROM ? HAND_FRETS + 1 : HAND_FRETS
}

/** Most common voicing first, then lowest first; empty if the chord has more tones than there are strings. */
export function voicings(chord: ChordTones, neck: PlayableNeck): readonly Voicing[] {
  const { strings, capo, lastFret } = neck
  const count = strings.length
  const needed = neededTones(chord, count)
  const bitOf = new Map(chord.tones.map((tone, index) => [tone.pitchClass, 1 << index]))
  const bits = (tones: ChordTones['tones']) =>
    tones.reduce((sum, tone) => sum | (bitOf.get(tone.pitchClass) ?? 0), 0)
  const must = bits(needed)
  const roles = toneRoles(chord, pitchClass => bitOf.get(pitchClass) ?? 0)
  const weights = weightsOf(roles.kind)
  const bassIsGiven = chord.bass !== undefined
  const reentrant = isReentrant(strings)
  const fewest = Math.min(FEWEST_SOUNDING, count, chord.tones.length)

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

  const sounds = { tones, pitches, width, reentrant, roles }
  const found: Found[] = []
  const frets = new Int8Array(count).fill(MUTED)

  let first = 0
  let last = 0
  const within = new Int32Array(count + 1)
  let firstOn = 0 // lowest string number with a tone at `first`; 0 if no string is fretted

  const keep = (lowest: number) => {
    if (lowest < 0) return
    if (bassIsGiven && tones[lowest] !== roles.bass) return
    const grip = fingersOf(frets)
    if (grip.fingers > FINGERS) return
    found.push({ frets: heard(frets), cost: voicingCost(frets, grip, sounds, lowest, weights) })
  }

  /**
   * Searches from the lowest string to string 1 and prunes branches that can't become the chord.
   *
   * @param pressed number of fretted strings; one finger bars at most `widest` of them
   * @param barred strings pressed by a finger at `first` if it also bars this one
   * @param row number of adjacent strings before this one at the same fret above `first`
   * @param lowest cell of the lowest note, or -1
   */
  const search = (
    string: number,
    mask: number,
    sounding: number,
    silentSince: number,
    inner: number,
    pressed: number,
    widest: number,
    atFirst: boolean,
    barred: number,
    row: number,
    lowest: number,
  ): void => {
    const missing = must & ~mask
    if (missing & ~(within[string] ?? 0) || ones(missing) > string || sounding + string < fewest) return
    if (!atFirst && string < firstOn) return
    if (string === 0) {
      keep(lowest)
      return
    }
    const index = string - 1
    const silentBefore = sounding > 0 ? inner + silentSince : 0
    if (silentBefore <= INNER_MUTES) {
      for (let at = first === 0 ? 0 : first - 1; at <= last; at += 1) {
        const fret = at < first ? 0 : at
        const cell = index * width + fret
        const tone = tones[cell] ?? 0
        if (tone === 0) continue
        const isFirst = fret > 0 && fret === first
        const nowPressed = fret > 0 ? pressed + 1 : pressed
        const nowBarred = isFirst ? barred + 1 : fret > 0 ? barred : 0
        const nowRow = isFirst || fret === 0 ? 0 : fret === frets[string] ? row + 1 : 1
        const nowWidest = Math.max(widest, isFirst ? nowBarred : nowRow)
        if (nowPressed - nowWidest >= FINGERS) continue
        const isLowest = lowest < 0 || (pitches[cell] ?? 0) < (pitches[lowest] ?? 0)
        frets[index] = fret
        search(
          index,
          mask | tone,
          sounding + 1,
          0,
          silentBefore,
          nowPressed,
          nowWidest,
          atFirst || isFirst,
          nowBarred,
          nowRow,
          isLowest ? cell : lowest,
        )
      }
    }
    frets[index] = MUTED
    const silent = sounding > 0 ? silentSince + 1 : 0
    search(index, mask, sounding, silent, inner, pressed, widest, atFirst, 0, 0, lowest)
  }

  for (first = 0; first <= lastFret; first += 1) {
    last = first === 0 ? 0 : Math.min(lastFret, first + handAt(first + capo) - 1)
    firstOn = first === 0 ? 0 : count + 1
    for (let string = 1; string <= count; string += 1) {
      const row = (string - 1) * width
      let heard = (within[string - 1] ?? 0) | (tones[row] ?? 0)
      for (let fret = Math.max(1, first); fret <= last; fret += 1) heard |= tones[row + fret] ?? 0
      within[string] = heard
      if (firstOn > count && tones[row + first]) firstOn = string
    }
    if (firstOn > count) continue
    search(count, 0, 0, 0, 0, 0, 1, false, 0, 0, -1)
  }
  return sortedForVariety(found)
}

function heard(frets: Int8Array): Found['frets'] {
  return Array.from(frets, fret => (fret === MUTED ? undefined : fret))
}

function isReentrant(strings: readonly number[]): boolean {
  return strings.some((open, index) => open < (strings[index + 1] ?? 0))
}

// Top voicings to reorder for variety.
const VARIED_VOICINGS = 12
const CHOICES = 60

const VARIETY = {
  subset: 0.45,
  sibling: 0.55,
}

/** Raises the cost of similar voicings and sorts in place. Ties keep their order. */
function sortedForVariety(found: Found[]): Found[] {
  const byCost = (a: Found, b: Found) => a.cost - b.cost
  found.sort(byCost)
  const rest = found.slice(0, CHOICES)
  for (let round = Math.min(VARIED_VOICINGS, rest.length); round > 0; round -= 1) {
    const best = rest.reduce((first, each) => (each.cost < first.cost ? each : first))
    rest.splice(rest.indexOf(best), 1)
    for (const each of rest) each.cost += likeness(each.frets, best.frets)
  }
  return found.sort(byCost)
}

function likeness(a: Found['frets'], b: Found['frets']): number {
  let moved = 0
  let silent = 0
  let inside = false
  for (let index = 0; index < a.length; index += 1) {
    if (a[index] === b[index]) continue
    if (a[index] === undefined || b[index] === undefined) {
      silent += 1
      inside ||= isInside(a[index] === undefined ? a : b, index)
    } else moved += 1
    if (moved > 1) return 0
  }
  // 8x888x is a shell voicing, not part of the barre 8-10-8-8-8-8.
  if (inside && silent > 1) return 0
  if (moved === 0) return VARIETY.subset
  return silent < 2 ? VARIETY.sibling : 0
}

function isInside(frets: Found['frets'], index: number): boolean {
  const sounds = (fret: number | undefined) => fret !== undefined
  return frets.findIndex(sounds) < index && index < frets.findLastIndex(sounds)
}
