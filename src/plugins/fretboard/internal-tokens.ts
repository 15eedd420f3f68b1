import type { CheckedExtensions } from '../../core/kernel/checked-extensions.js'
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { Shape } from '../../music/guitar/shape.js'
import type { CodedTuning } from '../../music/guitar/tuning-code.js'
import type { ChordFinder } from './chords/chord-finder.js'
import type { CustomList } from './custom/custom-list.js'
import type { FretboardSettings } from './settings.js'
import type { FretboardPanel, FretRange, Ignored, NeckLayer } from './tokens.js'

interface NeckExtensions {
  readonly layers: CheckedExtensions<NeckLayer>
  readonly panels: CheckedExtensions<FretboardPanel>
}

export interface SharedView {
  readonly settings: Partial<FretboardSettings>
  readonly tuning?: CodedTuning
  readonly ignored: readonly Ignored[]
}

export const SHARED_TUNING_ID = 'link:tuning'
export const SONG_TUNING_ID = 'song:tuning'

export const CUSTOM_TUNINGS = createToken<CustomList<CodedTuning>>('fretboard.own-tunings')
export const CUSTOM_SHAPES = createToken<CustomList<Shape>>('fretboard.own-shapes')
export const SHARED_VIEW = createToken<Store<SharedView | undefined>>('fretboard.guest')
/**
 * Whether an open song hides the user's scale position. The
 * position returns when the song closes or the user picks one.
 */
export const SONG_WHOLE_NECK = createToken<Store<boolean>>('fretboard.song-whole-neck')
export const SELECTION_FRETS = createToken<Store<FretRange | undefined>>('fretboard.needed-frets')
export const CHORD_FINDER = createToken<ChordFinder>('fretboard.chord-finder')
export const NECK_EXTENSIONS = createToken<NeckExtensions>('fretboard.extensions')
