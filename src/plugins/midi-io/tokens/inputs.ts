import type { LogState } from '../../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createToken } from '../../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../../core/platform/store.js'
import type { InputPort } from './ports.js'

/** `auto`: a guitar while it plays like one. */
export type GuitarMode = 'auto' | 'on' | 'off'

export interface InputView extends InputPort {
  readonly enabled: boolean
  /** Semitones of a full bend; 0 leaves it to the device. */
  readonly bendRange: number
  readonly guitar: GuitarView
}

/** One channel per string, on consecutive channels. */
export interface GuitarView {
  readonly mode: GuitarMode
  /** Whether its notes name their string now. */
  readonly active: boolean
  /** 1–16: of string 1, the highest; of the lowest if reversed. */
  readonly firstChannel: number
  readonly lastChannel: number
  readonly reversed: boolean
  /** It has played a note that its string doesn't have in this tuning. */
  readonly mismatch: boolean
}

export interface InputChange {
  readonly enabled?: boolean
  readonly guitar?: GuitarMode
  /** 1–16, with room for all strings. */
  readonly firstChannel?: number
  readonly reversed?: boolean
  /** 0–96 semitones. */
  readonly bendRange?: number
}

export interface MidiInputs {
  readonly view: ReadonlyStore<readonly InputView[]>
  /** @throws FretworkError `input_unknown` if it isn't connected, `guitar_channels` if the strings don't fit */
  setUp(id: string, change: InputChange): void
}

/** @example const midiInputs = get(MIDI_INPUTS) */
export const MIDI_INPUTS = createToken<MidiInputs>('midi-io.inputs', { permission: 'midi-in' })

export interface NeckTuning {
  readonly name: string
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  readonly capo: number
}

/** Set by the plugin that shows a neck. @example const neckTuning = get(NECK_TUNING) */
export const NECK_TUNING = createToken<Store<NeckTuning | undefined>>('midi-io.neck-tuning')

export interface VirtualInput extends Disposable {
  /** @param at on the clock of the application, ms */
  receive(bytes: ArrayLike<number>, at: number): MidiEvent | undefined
  release(): void
}

export interface VirtualInputs {
  readonly view: ReadonlyStore<readonly InputPort[]>
  /** Its id must not be that of a device. */
  add(port: InputPort): VirtualInput
}

/** @example const virtualInputs = get(VIRTUAL_INPUTS) */
export const VIRTUAL_INPUTS = createToken<VirtualInputs>('midi-io.virtual-inputs', { permission: 'midi-in' })

export interface LogView {
  /** Oldest first; a new array with each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  readonly total: number
}

export interface MidiLog {
  /** Changes at most once a frame. */
  readonly view: ReadonlyStore<LogView>
  append(event: MidiEvent): void
  setPaused(paused: boolean): void
  clear(): void
  /** Undoes the last `clear`, then the one before; newer events stay. */
  restore(): void
  /** The events, and the held notes, controllers and bends before the first of them. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** @example const midiLog = get(MIDI_LOG) */
export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })
