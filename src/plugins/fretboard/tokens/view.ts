import type { NoteNames } from '../../../core/music/guitar/note-names.js'
import type { Position } from '../../../core/music/guitar/position.js'
import type { Tuning } from '../../../core/music/guitar/tunings.js'
import { createExtensionPoint, createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../../core/platform/store.js'
import type { ChordTones } from '../chords/chord-tones.js'
import type { Orientation, VelocityLook } from '../neck/neck-looks.js'
import type { SpelledScale } from '../scales/scale.js'
import type { ShownScalePosition } from '../scales/shown-position.js'

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

export interface AvailableTuning {
  /** Index of a built-in tuning, or `own:<id>` of a custom one. */
  readonly id: number | string
  /** English; translated by core. Custom tunings keep their name. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Start frets of strings that don't start at the nut, string 1 first. */
  readonly begins?: readonly number[]
  readonly custom?: boolean
}

/**
 * All tunings that can be selected now, built-in ones first.
 * @example const tuningList = get(TUNING_LIST)
 */
export const TUNING_LIST = createToken<ReadonlyStore<readonly AvailableTuning[]>>('fretboard.tuning-list')

export interface NeckMark extends Position {
  /** `awaited` must be played now; `right` and `wrong` were judged. */
  readonly look: 'outline' | 'awaited' | 'pin' | 'right' | 'wrong'
  readonly label?: string
}

export interface NeckLayer {
  readonly id: string
  /** Lowest first, in the background. */
  readonly order?: number
  readonly marks: ReadonlyStore<readonly NeckMark[]>
}

export interface PanelToggle {
  /** Its title names the switch in the view menu. */
  readonly command: string
  readonly on: ReadonlyStore<boolean>
}

export interface FretboardPanel {
  readonly id: string
  /** Lowest first, closest to the neck. */
  readonly order?: number
  readonly plugin: string
  readonly screen: string
  readonly toggle?: PanelToggle
}

/**
 * Marks over the neck, such as a scale or the notes of a chord.
 * @since 1.0.0
 * @example extend(NECK_LAYERS, { id: 'drill', marks: createStore([]) })
 */
export const NECK_LAYERS = createExtensionPoint<NeckLayer>('fretboard.layers')

/**
 * Screens below and above the neck.
 * @since 1.0.0
 * @example log.info(`${extensions(FRETBOARD_PANELS).length} added by plugins`)
 */
export const FRETBOARD_PANELS = createExtensionPoint<FretboardPanel>('fretboard.panels')
