/** What only the fretboard's own parts know of one another. */
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
/** What a link shows in the place of one's own settings; `undefined` where no link is open. */
export const SHARED_VIEW = createToken<Store<SharedView | undefined>>('fretboard.guest')
/** What the neck shows now, as a link carries it. */
export const LINK_STATE = createToken<() => LinkState>('fretboard.shown')
/** Frets that have to be seen besides those of the settings, because something is shown there. */
export const SELECTION_FRETS = createToken<Store<FretRange | undefined>>('fretboard.needed-frets')
/** Frets that a song needs to be seen, which others set. */
export const SONG_FRETS = createToken<Store<FretRange | undefined>>('fretboard.followed-frets')
/** Frets that are marked off by dragging along their numbers, which others offer; `undefined` where nobody does. */
export const DRAGGED_FRETS = createToken<Store<DraggedFrets | undefined>>('fretboard.dragged-frets')
export const CHORD_FINDER = createToken<ChordFinder>('fretboard.chord-finder')

/** From the capo. */
export interface FretRange {
  readonly from: number
  readonly to: number
}

export interface DraggedFrets {
  /** What is marked off now. */
  readonly range: FretRange | undefined
  /** The pointer was let go: over other frets than it began on, or on the one that it began on, which marks off none. */
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
  /** @returns whether that is a chord; nothing changes where it is not */
  find(symbol: string): boolean
  /** The next voicing, or the one before where negative; after the last comes the first. */
  step(by: number): void
  clear(): void
}
