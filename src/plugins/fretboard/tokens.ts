/** The neck's public services, event and extension points. */
import { createEvent } from '../../core/events/event-bus.js'
import type { NoteNames } from '../../core/music/guitar/note-names.js'
import type { Position, StrungNeck } from '../../core/music/guitar/position.js'
import type { Tuning } from '../../core/music/guitar/tunings.js'
import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'
import type { ChordName } from './chords/chord-name.js'
import type { ChordTones } from './chords/chord-tones.js'
import type { NeckLabel } from './neck/neck-label.js'
import type { Orientation, VelocityLook } from './neck/neck-looks.js'
import type { SpelledScale } from './scales/scale.js'
import type { ShownScalePosition } from './scales/shown-position.js'
import type { VoicingFilter } from './voicings/voicing-filter.js'
import type { VoicingForm } from './voicings/voicing-forms.js'

/** A setting that couldn't be shown: an English sentence with placeholders, and their values. */
export interface Ignored {
  readonly sentence: string
  readonly values: Readonly<Record<string, string | number>>
}

export interface NeckMark extends Position {
  /**
   * `awaited` is a solid ring with a second one around it: a note that must be played now. `right` and `wrong` are
   * notes that were judged, a thin and a thick ring: their label says more.
   */
  readonly look: 'outline' | 'awaited' | 'pin' | 'right' | 'wrong'
  /** One or two characters, for example a finger. */
  readonly label?: string
}

/** Frets counted from the capo, both included. */
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

/** A position that sounds. */
export interface SoundingPosition extends Position {
  /** MIDI note, 0–127, without the bend. */
  readonly pitch: number
  /** Of the newest note at the position, 0–1. */
  readonly velocity: number
  /** False if only a pedal sustains it. */
  readonly held: boolean
  /** Pitch bend in semitones, negative downwards. */
  readonly bend: number
  /** The input that its newest note came from. */
  readonly portId: string
}

/**
 * @param changed positions whose state changed
 * @param left positions that a note moved away from before it was visible there
 */
export type PositionListener = (changed: readonly Position[], left: readonly Position[]) => void

/** Sounding notes by position. Fed by every MIDI input; independent of how it is drawn. */
export interface NeckModel {
  /** Processes an event that `MidiBends` already knows. Only notes, pedals, bends, and messages that end notes matter. */
  apply(event: MidiEvent): void
  /** Forgets every note and pedal of every input. */
  panic(): void
  /** What sounds at a position of the visible range. */
  at(position: Position): SoundingPosition | undefined
  /** Everything that sounds within the visible range, by string and fret. */
  sounding(): readonly SoundingPosition[]
  /**
   * Notes that sound at no visible position, at the position where they are played, or else at the one closest to the
   * visible ones.
   */
  beyond(): readonly SoundingPosition[]
  /** All sounding MIDI notes, ascending, visible or not. */
  pitches(): readonly number[]
  /** What they sound like: bent notes by the closest semitone, ascending. */
  heard(): readonly number[]
  /** Ids of the inputs that have played, in the order in which they were first heard. */
  readonly inputs: ReadonlyStore<readonly string[]>
  /** Called with the positions that changed. */
  onPositions(listener: PositionListener): Disposable
  /** Called when `pitches()` has changed. */
  onPitches(listener: () => void): Disposable
  /** Called when `pitches()` or `heard()` has changed. */
  onHeard(listener: () => void): Disposable
}

/** A tuning that can be selected: built-in, custom, or provided by a plugin. */
export interface AvailableTuning {
  /** As stored in the settings: index of a built-in tuning, `<plugin>:<id>`, or `own:<id>` of a custom one. */
  readonly id: number | string
  /** English; translated by `plugin` or core. Custom tunings keep their name. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Start frets of strings that don't start at the nut, string 1 first. */
  readonly begins?: readonly number[]
  /** The plugin that adds it. */
  readonly plugin?: string
  /** Made by the user; its name isn't translated. */
  readonly custom?: boolean
}

/** A tuning that a plugin adds. While the plugin is off, the settings keep it and the standard tuning is shown. */
export interface AddedTuning {
  /** Unique within the plugin: lowercase letters, digits and hyphens. */
  readonly id: string
  /** Plain English; translated by the plugin. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** 3 to 10 strings from low to high: `E2 A2 D3 G3 B3 E4`. */
  readonly lowToHigh: string
}

/** The view of the neck: settings, resolved and corrected. */
export interface NeckView {
  readonly tuning: Pick<AvailableTuning, 'id' | 'name' | 'strings' | 'begins' | 'plugin'>
  /** Fret of the capo, 0 for none. All other frets are counted from it. */
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
  readonly leftHanded: boolean
  readonly nutRight: boolean
  readonly scale: SpelledScale
  /** How positions are labeled: the scale, with the notes of the chord shown over it spelled by that chord. */
  readonly labels: SpelledScale
  readonly showAllNotes: boolean
  readonly showOctaves: boolean
  readonly showDegrees: boolean
  readonly selectMode: boolean
  /** Degrees are written as intervals. */
  readonly showIntervals: boolean
  /** The chord shown over the scale. */
  readonly chord: ChordTones | undefined
  /** The scale position shown; if undefined, the scale is shown on the whole neck. */
  readonly position: ShownScalePosition | undefined
  /** `auto` is vertical on narrow screens. */
  readonly orientation: Orientation
  readonly velocityLook: VelocityLook
  /** Number of recent notes in the note trail; 0 is off. */
  readonly trail: number
  /** Show notes of unknown string where a guitarist would play them, not at all their positions. */
  readonly onePlace: boolean
  /** How notes are called on screen; logs, exports and links stay English. */
  readonly noteNames: NoteNames
  readonly ignored: readonly Ignored[]
}

export interface Selection {
  /** By string and fret, without duplicates. */
  readonly positions: ReadonlyStore<readonly Position[]>
  toggle(position: Position): void
  set(positions: readonly Position[]): void
  clear(): void
}

/** Plays notes as if the neck were an instrument: seen on the neck, logged, and sent to the output. */
export interface NeckPlayer {
  /** Plays one position briefly. */
  play(position: Position): void
  /** All at once, like a plucked chord. */
  together(positions: readonly Position[]): void
  /** One after the other from the lowest note, like a slow downstroke. */
  strum(positions: readonly Position[]): void
}

/** What the card below the neck names: the sounding notes or, during silence, the selection. */
export interface Now {
  readonly what: 'sounding' | 'selected' | 'nothing'
  /** Lowest first, without duplicate names; spelled by the chord, if it has a name. */
  readonly notes: readonly NeckLabel[]
  readonly chord: ChordName
}

/** What musicians call some notes, with the signs of music: `Cm7♭5`. */
export interface NamedChord {
  /** Empty if the notes have no common name. */
  readonly name: string
  /** The name in plain text: `Cm7b5`. */
  readonly ascii: string
  /** At most two other names. */
  readonly also: readonly string[]
  /** Each note once, from the lowest, spelled by the chord. */
  readonly notes: readonly string[]
  /** Root, and lowest note; the root is empty without a name. */
  readonly root: string
  readonly bass: string
  /** Of two notes: `Perfect fifth`. */
  readonly interval: string | undefined
  /** 0 is root position; `undefined` without a chord, and over a bass that doesn't belong to it. */
  readonly inversion: number | undefined
}

export interface ChordNames {
  /** Whether a text is a key: `C`, `Am`, `Bb major`, `D dorian`. */
  isKey(text: string): boolean
  /**
   * @param pitches MIDI notes in any order
   * @param options the key decides the spelling; without one, or with one that isn't a key, names are those in common
   * use. `written` are names that notes were given, by pitch class.
   */
  name(
    pitches: readonly number[],
    options?: { readonly key?: string | undefined; readonly written?: ReadonlyMap<number, string> },
  ): NamedChord
}

/** Filters of voicings. */
export interface VoicingOptions extends VoicingFilter {
  /** At most this many. */
  readonly limit?: number | undefined
}

/** How a chord can be played, the voicing that players reach for first. */
export interface FoundChordVoicings {
  /** The chord as written, in plain text: `E7(#9)`. */
  readonly symbol: string
  /** With the signs of music: `E7(♯9)`. */
  readonly name: string
  /** Number of voicings without the limit. */
  readonly total: number
  readonly voicings: readonly ChordVoicing[]
}

export interface ChordVoicing {
  /** From the lowest string, `x7678x`; `8-10-10-9-8-8` where a fret has two digits. */
  readonly frets: string
  readonly forms: readonly VoicingForm[]
  /** The string of the root, if it is the lowest note. */
  readonly rootString: number | undefined
  /** String 1 first. */
  readonly positions: readonly VoicingPosition[]
}

interface VoicingPosition extends Position {
  /** MIDI note. */
  readonly pitch: number
  /** Spelled by the chord: `G#`. */
  readonly name: string
  /** `1`, `b3`, `#9`; empty for a bass note that isn't a tone of the chord. */
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

/** The neck on another page: no scale, no selection, no layers, nothing but these marks and what is played. */
export interface BareNeck {
  readonly frets: FretRange
  readonly marks: readonly NeckMark[]
  /** Of `TUNING_LIST`; the user's unless given. */
  readonly tuningId?: AvailableTuning['id']
}

/** The neck as a picture. */
export interface NeckPictures {
  /** The neck as it is set up now, with these positions sounding. @returns a self-contained SVG */
  draw(sounding: readonly Position[]): Promise<string>
}

/** Marks drawn over the neck: upcoming notes, a saved shape, a fingering. */
export interface NeckLayer {
  readonly id: string
  /** Lowest first, in the background. */
  readonly order?: number
  readonly marks: ReadonlyStore<readonly NeckMark[]>
}

/** How the user opens and closes a panel. */
export interface PanelToggle {
  /** Its title names the switch in the view menu. */
  readonly command: string
  readonly on: ReadonlyStore<boolean>
}

/** A screen below the chord, for example the open song. */
export interface FretboardPanel {
  readonly id: string
  /** Lowest first, closest to the neck. */
  readonly order?: number
  /** The plugin and its screen, by the name in its runtime. */
  readonly plugin: string
  readonly screen: string
  /** For a panel that can be closed. */
  readonly toggle?: PanelToggle
}

/** @example log.info(`${get(NECK).pitches().length} notes sound`) */
export const NECK = createToken<NeckModel>('fretboard.neck')
/**
 * The neck as it is shown: tuning, capo, frets and orientation.
 * @since 1.0.0
 * @example const { capo } = get(NECK_VIEW).getState()
 */
export const NECK_VIEW = createToken<ReadonlyStore<NeckView>>('fretboard.view')
/**
 * All tunings that can be selected now, built-in ones first.
 * @example const tuningList = get(TUNING_LIST)
 */
export const TUNING_LIST = createToken<ReadonlyStore<readonly AvailableTuning[]>>('fretboard.tuning-list')
/** @example const neckPlayer = get(NECK_PLAYER) */
export const NECK_PLAYER = createToken<NeckPlayer>('fretboard.player')
/**
 * Updated with a short delay, so that a strum counts as one chord.
 * @example const now = get(NOW)
 */
export const NOW = createToken<ReadonlyStore<Now>>('fretboard.now')
/** @example log.info(get(CHORD_NAMES).name([60, 63, 66, 70]).name) */
export const CHORD_NAMES = createToken<ChordNames>('fretboard.chord-names')
/** @example const { voicings } = get(CHORD_VOICINGS).find('E7#9', get(NECK_VIEW).getState().tuning, { limit: 5 }) */
export const CHORD_VOICINGS = createToken<ChordVoicings>('fretboard.chord-voicings')
/** @example const svg = await get(NECK_PICTURES).draw(get(NECK).sounding()) */
export const NECK_PICTURES = createToken<NeckPictures>('fretboard.pictures')
/** @example const selection = get(SELECTION) */
export const SELECTION = createToken<Selection>('fretboard.selection')
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

/**
 * Marks over the neck, such as a scale or the notes of a chord.
 * @since 1.0.0
 * @example extend(NECK_LAYERS, { id: 'drill', marks: createStore([]) })
 */
export const NECK_LAYERS = createExtensionPoint<NeckLayer>('fretboard.layers')
/**
 * Tunings in addition to the built-in ones.
 * @since 1.0.0
 * @example log.info(`${extensions(FRETBOARD_TUNINGS).length} added by plugins`)
 */
export const FRETBOARD_TUNINGS = createExtensionPoint<AddedTuning>('fretboard.tunings')
/**
 * Screens below and above the neck.
 * @since 1.0.0
 * @example log.info(`${extensions(FRETBOARD_PANELS).length} added by plugins`)
 */
export const FRETBOARD_PANELS = createExtensionPoint<FretboardPanel>('fretboard.panels')

/**
 * The selected positions, after each change.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(SELECTION_CHANGED, () => log.info('selection changed')))
 */
export const SELECTION_CHANGED = createEvent<readonly Position[]>('fretboard.selection-changed')
