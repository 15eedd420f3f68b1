/** Services that only the fretboard itself uses. */
import { createToken } from '../../core/kernel/services/token.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import type { Voicing } from './chords/voicings.js'
import type { CustomList } from './custom/custom-list.js'
import type { Shape } from './shapes/shape.js'
import type { SharedView } from './sharing/shared-view.js'
import type { LinkState } from './sharing/view-link.js'
import type { NeckMark } from './tokens.js'
import type { CodedTuning } from './tunings/tuning-code.js'

/** The tunings that the person logged in has made. */
export const CUSTOM_TUNINGS = createToken<CustomList<CodedTuning> & Disposable>('fretboard.own-tunings')
/** The shapes that they have saved. */
export const CUSTOM_SHAPES = createToken<CustomList<Shape> & Disposable>('fretboard.own-shapes')
/** View of an opened link, shown instead of the user's settings; `undefined` if no link is open. */
export const SHARED_VIEW = createToken<Store<SharedView | undefined>>('fretboard.guest')
/** Current state of the neck, for links. */
export const LINK_STATE = createToken<() => LinkState>('fretboard.shown')
/** Frets that the selection needs in addition to the range in the settings. */
export const SELECTION_FRETS = createToken<Store<FretRange | undefined>>('fretboard.needed-frets')
/** Frets that a song needs to be seen, which others set. */
export const SONG_FRETS = createToken<Store<FretRange | undefined>>('fretboard.followed-frets')
/** Set by another plugin to let users select frets by dragging along the fret numbers; otherwise `undefined`. */
export const DRAGGED_FRETS = createToken<Store<DraggedFrets | undefined>>('fretboard.dragged-frets')
export const CHORD_FINDER = createToken<ChordFinder>('fretboard.chord-finder')

/** From the capo. */
export interface FretRange {
  readonly from: number
  readonly to: number
}

export interface DraggedFrets {
  /** Currently selected range. */
  readonly range: FretRange | undefined
  /** Called when the pointer is released; `undefined` if it didn't leave the fret where it started. */
  choose(range: FretRange | undefined): void
}

export interface FoundVoicings {
  /** As it was understood: `C7#9`. */
  readonly symbol: string
  /** The easiest first; empty where the chord cannot be played on these strings. */
  readonly voicings: readonly Voicing[]
  /** Which of them is shown, from 0. */
  readonly index: number
}

export interface ChordFinder {
  /** `undefined` until a chord is looked for. */
  readonly found: ReadonlyStore<FoundVoicings | undefined>
  /** Fingers and silent strings of the voicing shown, while the selection is still that. */
  readonly marks: ReadonlyStore<readonly NeckMark[]>
  /** @returns `false` and changes nothing if the symbol isn't a chord */
  find(symbol: string): boolean
  /** The next voicing, or the one before where negative; after the last comes the first. */
  step(by: number): void
  clear(): void
}
