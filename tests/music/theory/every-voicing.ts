/**
 * Brute-force reference for the chord finder: tries every fret on every string and checks the finder’s rules.
 * Slow, but simple enough to verify by reading. Expected fingerings are hand-written in the tests.
 */

import { type PlayableNeck } from '../../../src/music/guitar/position.js'
import { fingersOf, MUTED } from '../../../src/music/theory/playability.js'
import { soundingAt } from '../../support/positions-named.js'

/** Required and allowed pitch classes, and the bass note if it is fixed. */
export interface Wanted {
  readonly must: readonly number[]
  readonly may: readonly number[]
  readonly bass: number | undefined
}

/** Returns the frets of each voicing, starting at string 1, such as `0,1,0,2,3,`. */
export function everyVoicing(chord: Wanted, neck: PlayableNeck): readonly string[] {
  const found: string[] = []
  const frets = new Array<number>(neck.strings.length).fill(MUTED)
  const on = (string: number) => {
    if (string > frets.length) {
      if (isVoicing(frets, chord, neck)) found.push(frets.map(fret => (fret === MUTED ? '' : fret)).join())
      return
    }
    const begin = neck.begins?.[string - 1] ?? 0
    for (let fret = MUTED; fret <= neck.lastFret; fret += 1) {
      if (fret > 0 && fret <= begin) continue
      if (fret !== MUTED && !chord.may.includes(soundingAt(neck, 0, string, fret) % 12)) continue
      frets[string - 1] = fret
      on(string + 1)
    }
  }
  on(1)
  return found
}

function isVoicing(frets: readonly number[], { must, may, bass }: Wanted, neck: PlayableNeck): boolean {
  const pressed = frets.filter(fret => fret > 0)
  const lowest = Math.min(...pressed)
  // A hand spans four frets, or five from fret 7 up.
  if (pressed.length > 0 && Math.max(...pressed) - lowest >= (lowest < 7 ? 4 : 5)) return false
  const sounding = frets.flatMap((fret, index) => (fret === MUTED ? [] : [index]))
  const inner = (sounding.at(-1) ?? 0) - (sounding[0] ?? 0) + 1 - sounding.length
  if (inner > 1 || sounding.length < Math.min(3, frets.length, may.length)) return false
  const pitches = sounding.map(index => soundingAt(neck, 0, index + 1, frets[index] ?? 0))
  const classes = pitches.map(pitch => pitch % 12)
  if (!must.every(each => classes.includes(each))) return false
  if (bass !== undefined && Math.min(...pitches) % 12 !== bass) return false
  return fingersOf(frets).fingers <= 4
}
