import { createEvent } from '../../core/events/event-bus.js'
import type { Disposable, ReadonlyStore, Store } from '../../core/platform/store.js'
import { createExtensionPoint, createToken } from '../../core/platform/token.js'
import type { FingeringSolver } from '../../music/fingering/fingering.js'
import type { NoteNames } from '../../music/guitar/note-names.js'
import type { Position, StrungNeck } from '../../music/guitar/position.js'
import type { Tuning } from '../../music/guitar/tunings.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'
import type { SongKey } from '../../music/song/song-keys.js'
import type { ChordName } from '../../music/theory/chord-name.js'
import type { ChordTones } from '../../music/theory/chord-tones.js'
import type { SpelledScale } from '../../music/theory/scale.js'
import { type NeckLabel } from '../../music/theory/scale.js'
import type { ShownScalePosition } from '../../music/theory/scale-positions.js'
import { type SongLayout } from './neck/neck-looks.js'
import type { NeckOptions } from './settings.js'

export type {
  FingeredNote,
  Fingering,
  FingeringSolver,
  FoundPosition,
  HandZone,
  LiveHint,
  LiveState,
  MethodScore,
  Pin,
  PositionNeck,
  PositionNote,
  Problem,
  ProblemKind,
  SolveOptions,
  TablaturePiece,
} from '../../music/fingering/fingering.js'

/** Loads the fingering solver on the first call. */
export const POSITIONS = createToken<{ load(): Promise<FingeringSolver> }>('positions.positions')

export interface FretRange {
  readonly from: number
  readonly to: number
}

export interface DraggedFrets {
  readonly range: FretRange | undefined
  /** Called on pointer release. `range` is undefined if the pointer never left the first fret. */
  choose(range: FretRange | undefined): void
}

/** Tuning of a song's visible track, string 1 first. */
export interface SongTuning extends StrungNeck {
  readonly capo: number
  /** False while the user's own tuning is shown instead. */
  readonly used: boolean
  /** Called when the user chooses another tuning. */
  keepOwn(): void
  /** Called when the user chooses another capo position for the visible track. */
  setCapo(fret: number): void
}

export interface SongScale {
  /** Sounding key at the playhead. */
  readonly key: SongKey
  /** Scale such as `F# Minor`; `undefined` while the user's own scale is shown instead. */
  readonly scale: string | undefined
  /** Called when the user chooses another scale. */
  keepOwn(): void
}

export interface NeckView extends NeckOptions {
  readonly tuning: Pick<AvailableTuning, 'id' | 'name' | 'strings' | 'begins'>
  readonly capo: number
  /** The user's tuning and capo while the neck shows those of a song. */
  readonly own?: Pick<NeckView, 'tuning' | 'capo'>
  readonly fretMin: number
  readonly fretMax: number
  readonly scale: SpelledScale
  /** The scale, respelled where the tones of `chord` are spelled differently. */
  readonly labels: SpelledScale
  readonly chord: ChordTones | undefined
  /** If undefined, the scale is shown across the whole neck. */
  readonly position: ShownScalePosition | undefined
  readonly noteNames: NoteNames
  /** Determines the spelling of notes while a song is open. */
  readonly songKey?: SongKey | undefined
  readonly ignored: readonly Ignored[]
}

export interface BareNeck {
  readonly frets: FretRange
  readonly marks: readonly NeckMark[]
  /** ID from `TUNING_LIST`; defaults to the user's tuning. */
  readonly tuningId?: AvailableTuning['id']
}

export interface NeckPictures {
  /** @returns a self-contained SVG of the neck that shows these positions as sounding */
  draw(sounding: readonly Position[]): Promise<string>
}

/** Tuning, capo, frets and orientation of the neck on screen. */
export const NECK_VIEW = createToken<ReadonlyStore<NeckView>>('fretboard.view')

export const NECK_PICTURES = createToken<NeckPictures>('fretboard.pictures')

/** Frets that the open song needs in addition to the user's fret range. */
export const SONG_FRETS = createToken<Store<FretRange | undefined>>('fretboard.followed-frets')

/** Tuning of the open song's visible track, which replaces the user's. */
export const SONG_TUNING = createToken<Store<SongTuning | undefined>>('fretboard.song-tuning')

/** Scale of the open song's key, which replaces the user's. */
export const SONG_SCALE = createToken<Store<SongScale | undefined>>('fretboard.song-scale')

/** Set this to let users select frets by dragging along the fret numbers. */
export const DRAGGED_FRETS = createToken<Store<DraggedFrets | undefined>>('fretboard.dragged-frets')

export const SONG_LAYOUT = createToken<ReadonlyStore<SongLayout>>('fretboard.song-layout')

/**
 * Set this while a page shows its own neck with `<PluginScreen plugin="fretboard" screen="BareNeck" />`.
 * @example get(BARE_NECK).setState({ frets: { from: 0, to: 12 }, marks: [{ string: 6, fret: 3, look: 'awaited' }] })
 */
export const BARE_NECK = createToken<Store<BareNeck | undefined>>('fretboard.bare-neck')

/** A setting that couldn't be applied; the message is in English, with placeholders. */
export interface Ignored {
  readonly sentence: string
  readonly values: Readonly<Record<string, string | number>>
}

export interface AvailableTuning {
  /** Index of a built-in tuning, or `own:<id>` for a custom tuning. */
  readonly id: number | string
  /** English name, translated by core. Names of custom tunings are not translated. */
  readonly name: string
  readonly instrument: Tuning['instrument']
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Start frets of strings that don't start at the nut, string 1 first. */
  readonly begins?: readonly number[]
  readonly custom?: boolean
}

/** All tunings that can be selected now, built-in ones first. */
export const TUNING_LIST = createToken<ReadonlyStore<readonly AvailableTuning[]>>('fretboard.tuning-list')

export interface NeckMark extends Position {
  /** `awaited` is the next note to play; `right` and `wrong` are results. */
  readonly look: 'outline' | 'awaited' | 'pin' | 'right' | 'wrong'
  readonly label?: string
}

export interface NeckLayer {
  readonly id: string
  /** Lower values are drawn first, further back. */
  readonly order?: number
  readonly marks: ReadonlyStore<readonly NeckMark[]>
}

export interface PanelToggle {
  /** The command's title labels the switch in the view menu. */
  readonly command: string
  readonly on: ReadonlyStore<boolean>
}

export interface FretboardPanel {
  readonly id: string
  /** Lower values are closer to the neck. */
  readonly order?: number
  readonly plugin: string
  readonly screen: string
  /** Shown above the neck while a song is open. */
  readonly isMusic?: boolean
  readonly toggle?: PanelToggle
}

/** Marks over the neck, such as a scale or the notes of a chord. */
export const NECK_LAYERS = createExtensionPoint<NeckLayer>('fretboard.layers')

/** Screens below and above the neck. */
export const FRETBOARD_PANELS = createExtensionPoint<FretboardPanel>('fretboard.panels')

export interface SoundingPosition extends Position {
  /** MIDI note number without pitch bend, 0–127. */
  readonly pitch: number
  /** Velocity of the newest note at this position, 0–1. */
  readonly velocity: number
  /** False if only a pedal sustains the note. */
  readonly held: boolean
  /** Pitch bend in semitones, negative downward. */
  readonly bend: number
  readonly portId: string
}

/** @param left positions that a note moved away from before it became visible there */
export type PositionListener = (changed: readonly Position[], left: readonly Position[]) => void

export interface NeckModel {
  /** Call only after `MidiBends` has processed the event. */
  apply(event: MidiEvent): void
  at(position: Position): SoundingPosition | undefined
  /** Sounding positions within the visible frets, sorted by string and fret. */
  sounding(): readonly SoundingPosition[]
  /** Notes outside the visible frets, at the played position or the one closest to the visible frets. */
  beyond(): readonly SoundingPosition[]
  /** MIDI notes in ascending order, visible or not. */
  pitches(): readonly number[]
  /** Like `pitches`, with bent notes rounded to the nearest semitone. */
  heard(): readonly number[]
  /** Port IDs in the order of their first notes. */
  readonly inputs: ReadonlyStore<readonly string[]>
  onPositions(listener: PositionListener): Disposable
  onPitches(listener: () => void): Disposable
  onHeard(listener: () => void): Disposable
}

export interface Selection {
  readonly positions: ReadonlyStore<readonly Position[]>
  toggle(position: Position): void
  set(positions: readonly Position[]): void
  clear(): void
}

/**
 * Plays notes as if the neck were an instrument: they are shown on the neck, logged, and sent to the output.
 */
export interface NeckPlayer {
  play(position: Position): void
  together(positions: readonly Position[]): void
  /** @param apart ms between strings; defaults to a slow downstroke */
  strum(positions: readonly Position[], apart?: number): void
}

/** The sounding notes or, during silence, the selection. */
export interface Now {
  readonly what: 'sounding' | 'selected' | 'nothing'
  readonly notes: readonly NeckLabel[]
  readonly chord: ChordName
}

export const NECK = createToken<NeckModel>('fretboard.neck')

export const NECK_PLAYER = createToken<NeckPlayer>('fretboard.player')

/** Updated with a short delay, so that a strum counts as one chord. */
export const NOW = createToken<ReadonlyStore<Now>>('fretboard.now')

export const SELECTION = createToken<Selection>('fretboard.selection')

/** Emitted with the selected positions after each change. */
export const SELECTION_CHANGED = createEvent<readonly Position[]>('fretboard.selection-changed')

/** Emitted when a song opens. The previous song's scale position could hide notes. */
export const WHOLE_NECK = createEvent<undefined>('fretboard.whole-neck')
