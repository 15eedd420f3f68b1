import type { Position, StrungNeck } from '../../../core/music/guitar/position.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { VoicingForm } from '../neck/neck-looks.js'
import type { VoicingFilter } from '../voicings/voicing-filter.js'

/** With the signs of music: `Cm7♭5`. */
export interface NamedChord {
  readonly name: string
  /** The name in plain text: `Cm7b5`. */
  readonly ascii: string
  readonly also: readonly string[]
  readonly notes: readonly string[]
  readonly root: string
  readonly bass: string
  readonly interval: string | undefined
  /** 0 is root position; `undefined` without a chord or over a bass outside it. */
  readonly inversion: number | undefined
}

export interface ChordNames {
  isKey(text: string): boolean
  /** @param options the key decides the spelling; `written` are names that notes were given, by pitch class */
  name(
    pitches: readonly number[],
    options?: { readonly key?: string | undefined; readonly written?: ReadonlyMap<number, string> },
  ): NamedChord
}

export interface VoicingOptions extends VoicingFilter {
  readonly limit?: number | undefined
}

export interface FoundChordVoicings {
  readonly symbol: string
  readonly name: string
  readonly total: number
  readonly voicings: readonly ChordVoicing[]
}

export interface ChordVoicing {
  /** From the lowest string, `x7678x`; `8-10-10-9-8-8` where a fret has two digits. */
  readonly frets: string
  readonly forms: readonly VoicingForm[]
  /** The string of the root, if it is the lowest note. */
  readonly rootString: number | undefined
  readonly positions: readonly VoicingPosition[]
}

interface VoicingPosition extends Position {
  readonly pitch: number
  readonly name: string
  /** Empty for a bass note that isn't a tone of the chord. */
  readonly degree: string
  /** 1 is the index finger; 0 for open strings. */
  readonly finger: number
}

export interface ChordVoicings {
  /**
   * @param neck open strings, string 1 first, and the capo
   * @throws SentenceError `chord_unknown`, or `chord_none` for N.C.
   */
  find(
    chord: string,
    neck: StrungNeck & { readonly capo?: number | undefined },
    options?: VoicingOptions,
  ): FoundChordVoicings
}

/** @example log.info(get(CHORD_NAMES).name([60, 63, 66, 70]).name) */
export const CHORD_NAMES = createToken<ChordNames>('fretboard.chord-names')

/** @example const { voicings } = get(CHORD_VOICINGS).find('E7#9', get(NECK_VIEW).getState().tuning, { limit: 5 }) */
export const CHORD_VOICINGS = createToken<ChordVoicings>('fretboard.chord-voicings')
