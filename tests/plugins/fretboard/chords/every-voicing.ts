/**
 * The peer of the chord finder: tries out every fret on every string, and asks of each what the finder promises. Slow
 * and plain, so that it can be read and believed.
 */
import { pitchAt } from '../../../../src/core/music/guitar/position.js'
import { type ChordTones, neededTones } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { FINGERS, fingersOf, MUTED } from '../../../../src/plugins/fretboard/chords/playability.js'
import { handAt } from '../../../../src/plugins/fretboard/chords/voicings.js'
import type { PlayableNeck } from '../../../../src/plugins/fretboard/scales/scale-position.js'

/** Frets from string 1 on, as text: `0,1,0,2,3,`. */
export function everyVoicing(chord: ChordTones, neck: PlayableNeck): readonly string[] {
  const found: string[] = []
  const frets = new Array<number>(neck.strings.length).fill(MUTED)
  const on = (string: number) => {
    if (string > frets.length) {
      if (isVoicing(frets, chord, neck)) found.push(frets.map(fret => (fret === MUTED ? '' : fret)).join())
      return
    }
    for (let fret = MUTED; fret <= neck.lastFret; fret += 1) {
      const pitch = fret === MUTED ? undefined : pitchAt(neck, neck.capo, string, fret)
      const isTone = chord.tones.some(tone => pitch !== undefined && tone.pitchClass === pitch % 12)
      if (fret !== MUTED && !isTone) continue
      frets[string - 1] = fret
      on(string + 1)
    }
  }
  on(1)
  return found
}

function isVoicing(frets: readonly number[], chord: ChordTones, neck: PlayableNeck): boolean {
  const pressed = frets.filter(fret => fret > 0)
  const lowest = Math.min(...pressed)
  if (pressed.length > 0 && Math.max(...pressed) - lowest >= handAt(lowest + neck.capo)) return false
  const sounding = frets.flatMap((fret, index) => (fret === MUTED ? [] : [index]))
  const inner = (sounding.at(-1) ?? 0) - (sounding[0] ?? 0) + 1 - sounding.length
  if (inner > 1 || sounding.length < Math.min(3, frets.length, chord.tones.length)) return false
  const pitches = sounding.map(index => pitchAt(neck, neck.capo, index + 1, frets[index] ?? 0) ?? 0)
  const classes = pitches.map(pitch => pitch % 12)
  if (!neededTones(chord, frets.length).every(tone => classes.includes(tone.pitchClass))) return false
  if (chord.bass !== undefined && Math.min(...pitches) % 12 !== chord.bass) return false
  return fingersOf(frets).fingers <= FINGERS
}
