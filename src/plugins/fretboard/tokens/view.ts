import type { NoteNames } from '../../../core/music/guitar/note-names.js'
import type { Position } from '../../../core/music/guitar/position.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../../core/platform/store.js'
import type { ChordTones } from '../chords/chord-tones.js'
import type { Orientation, VelocityLook } from '../neck/neck-looks.js'
import type { SpelledScale } from '../scales/scale.js'
import type { ShownScalePosition } from '../scales/shown-position.js'
import type { NeckMark } from './parts.js'
import type { AvailableTuning } from './tunings.js'

export interface FretRange {
  readonly from: number
  readonly to: number
}

export interface DraggedFrets {
  readonly range: FretRange | undefined
  /** Called when the pointer is released; `undefined` if it didn't leave the fret where it started. */
  choose(range: FretRange | undefined): void
}

export interface NeckView {
  readonly tuning: Pick<AvailableTuning, 'id' | 'name' | 'strings' | 'begins'>
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
  readonly leftHanded: boolean
  readonly nutRight: boolean
  readonly scale: SpelledScale
  /** The scale, with the tones of `chord` spelled by that chord. */
  readonly labels: SpelledScale
  readonly showAllNotes: boolean
  readonly showOctaves: boolean
  readonly showDegrees: boolean
  readonly selectMode: boolean
  readonly showIntervals: boolean
  readonly chord: ChordTones | undefined
  /** If undefined, the scale is shown on the whole neck. */
  readonly position: ShownScalePosition | undefined
  readonly orientation: Orientation
  readonly velocityLook: VelocityLook
  readonly trail: number
  readonly onePlace: boolean
  readonly noteNames: NoteNames
  readonly ignored: readonly Ignored[]
}

export interface BareNeck {
  readonly frets: FretRange
  readonly marks: readonly NeckMark[]
  /** Of `TUNING_LIST`; the user's unless given. */
  readonly tuningId?: AvailableTuning['id']
}

export interface NeckPictures {
  /** @returns a self-contained SVG of the neck with these positions sounding */
  draw(sounding: readonly Position[]): Promise<string>
}

/**
 * The neck as it is shown: tuning, capo, frets and orientation.
 * @since 1.0.0
 * @example const { capo } = get(NECK_VIEW).getState()
 */
export const NECK_VIEW = createToken<ReadonlyStore<NeckView>>('fretboard.view')

/** @example const svg = await get(NECK_PICTURES).draw(get(NECK).sounding()) */
export const NECK_PICTURES = createToken<NeckPictures>('fretboard.pictures')

/**
 * Frets that the open song needs, in addition to the range in the settings.
 * @example const songFrets = get(SONG_FRETS)
 */
export const SONG_FRETS = createToken<Store<FretRange | undefined>>('fretboard.followed-frets')

/**
 * Set this to let users select frets by dragging along the fret numbers.
 * @example const draggedFrets = get(DRAGGED_FRETS)
 */
export const DRAGGED_FRETS = createToken<Store<DraggedFrets | undefined>>('fretboard.dragged-frets')

/**
 * Set this while a page shows the neck for itself, by `<PluginScreen plugin="fretboard" screen="BareNeck" />`.
 * @example get(BARE_NECK).setState({ frets: { from: 0, to: 12 }, marks: [{ string: 6, fret: 3, look: 'awaited' }] })
 */
export const BARE_NECK = createToken<Store<BareNeck | undefined>>('fretboard.bare-neck')

/** A setting that couldn't be shown, in English with placeholders. */
export interface Ignored {
  readonly sentence: string
  readonly values: Readonly<Record<string, string | number>>
}
