/** Which string each note of a song is played on, so that one note lights one place of the neck. */
import { lowestFretPlaces } from '../../core/music/lowest-fret.js'
import type { StrungNeck } from '../../core/music/place.js'

/** The part of the neck's view that decides. */
export interface ReachableNeck {
  readonly tuning: StrungNeck
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
}

export interface PlayedNote {
  /** 0–15. */
  readonly channel: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export interface Fingering {
  /**
   * Gives notes that begin together a string each: in the shown range where that can be, else anywhere on the
   * neck, and on a string that sounds already only where no other is left.
   *
   * @returns the string of each note, 1 is the highest; `undefined` for what the neck has no place for
   */
  begin(notes: readonly PlayedNote[]): (number | undefined)[]
  /** Ends the oldest note of that pitch. `undefined` when none was begun, else its string as it was given. */
  end(note: PlayedNote): { readonly string: number | undefined } | undefined
  /** Forgets what sounds. */
  clear(): void
}

/** @param neck the neck as it is now; notes that sound keep their string when it changes */
export function createFingering(neck: () => ReachableNeck): Fingering {
  const sounding = new Map<number, (number | undefined)[]>()
  const keyOf = ({ channel, pitch }: PlayedNote) => channel * 128 + pitch

  const taken = () => {
    let bits = 0
    for (const strings of sounding.values()) {
      for (const string of strings) if (string !== undefined) bits |= bitOf(string)
    }
    return bits
  }

  return {
    begin(notes) {
      const { tuning, capo, fretMin, fretMax } = neck()
      const held = taken()
      const attempts = [
        { reach: { capo, fretMin, fretMax }, minding: true },
        { reach: { capo }, minding: true },
        { reach: { capo }, minding: false },
      ]
      const given: (number | undefined)[] = notes.map(() => undefined)
      for (const { reach, minding } of attempts) {
        const open = [...given.keys()].filter(index => given[index] === undefined)
        if (open.length === 0) break
        const used = given.reduce<number>((bits, string) => bits | bitOf(string), minding ? held : 0)
        const pitches = open.map(index => notes[index]?.pitch ?? 0)
        const places = lowestFretPlaces(pitches, tuning, reach, minding ? used : 0)
        for (const [at, index] of open.entries()) given[index] = places[at]?.string
      }
      for (const [index, note] of notes.entries()) {
        const strings = sounding.get(keyOf(note)) ?? []
        strings.push(given[index])
        sounding.set(keyOf(note), strings)
      }
      return given
    },
    end(note) {
      const strings = sounding.get(keyOf(note))
      if (!strings || strings.length === 0) return undefined
      const string = strings.shift()
      if (strings.length === 0) sounding.delete(keyOf(note))
      return { string }
    },
    clear: () => sounding.clear(),
  }
}

function bitOf(string: number | undefined): number {
  return string === undefined ? 0 : 1 << (string - 1)
}
