/** What only the fretboard's own parts know of one another. */
import { createToken } from '../../core/kernel/token.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { Store } from '../../core/platform/store.js'
import type { ChordFinder } from './chord-finder.js'
import type { Guest } from './guest.js'
import type { KeptList } from './kept-list.js'
import type { Shape } from './shape.js'
import type { CodedTuning } from './tuning-code.js'

/** The tunings that the person logged in has made. */
export const OWN_TUNINGS = createToken<KeptList<CodedTuning> & Disposable>('fretboard.own-tunings')
/** The shapes that they have saved. */
export const OWN_SHAPES = createToken<KeptList<Shape> & Disposable>('fretboard.own-shapes')
/** What a link shows in the place of one's own settings; `undefined` where no link is open. */
export const GUEST = createToken<Store<Guest | undefined>>('fretboard.guest')
/** Frets that have to be seen besides those of the settings, because something is shown there. */
export const NEEDED_FRETS = createToken<Store<NeededFrets | undefined>>('fretboard.needed-frets')
export const CHORD_FINDER = createToken<ChordFinder>('fretboard.chord-finder')

/** From the capo. */
export interface NeededFrets {
  readonly from: number
  readonly to: number
}
