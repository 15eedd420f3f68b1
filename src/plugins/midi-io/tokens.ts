import { createEvent } from '../../core/events/event-bus.js'
import type { Disposable, ReadonlyStore, Store } from '../../core/platform/store.js'
import { createExtensionPoint, createToken } from '../../core/platform/token.js'
import type { NoteNames } from '../../music/guitar/note-names.js'
import type { LogState } from '../../music/midi/log-file.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'
import type { Technique } from '../../music/song/techniques.js'

/** Port ID of the neck, an input that isn't a device. */
export const NECK_PORT = 'neck'
export const KEYBOARD_PORT = 'keyboard'
export const SONG_PORT = 'song'
/** Port ID of a guitar heard through a microphone or an audio interface. */
export const AUDIO_PORT = 'guitar-audio'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
  /** Audio device of the port, if any. */
  readonly device?: string | undefined
}

export type OutputPort = InputPort

/** Port ID that disables output; an empty ID selects the default output. */
export const NO_OUTPUT = 'none'

export interface OutputTarget extends OutputPort {
  readonly standard?: boolean
  /**
   * @param atMs time on the application's clock, ms
   * @param techniques the note's techniques; `undefined` for notes that may be sent on all channels. Devices
   *   receive only the bytes.
   */
  send(bytes: readonly number[], atMs: number, techniques?: readonly Technique[]): void
  /** See `MidiOutput.prepare`. */
  prepare?(): Promise<void> | undefined
}

export interface OutputTargets {
  /** @param id empty for the default output */
  find(id: string): OutputTarget | undefined
  onGone(listener: (id: string) => void): Disposable
  onBack(listener: (id: string) => void): Disposable
}

/** `PROMPT`: the browser is asking or will ask the user. `unsupported`: the browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface AccessView {
  readonly status: AccessStatus
  readonly asking: boolean
  readonly sysex: boolean
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
  /** IDs of connected ports that are in use by another program. */
  readonly taken?: readonly string[]
}

export interface MidiAccess extends OutputTargets {
  readonly view: ReadonlyStore<AccessView>
  /** Requests access again. Never throws; the result is in `view`. */
  request(options?: { readonly sysex?: boolean }): Promise<void>
}

/** Emitted when devices are connected or disconnected, or access changes. */
export const PORTS_CHANGED = createEvent<AccessView>('midi-io.ports-changed')
export const MIDI_ACCESS = createToken<MidiAccess>('midi-io.access', { permission: 'midi-in' })

/** MIDI features of the web page; the command line has none. */
export interface MidiPage {
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** Returns the browser's permission for MIDI, including SysEx. Rejects if the browser can't be queried. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the user leaves the page or the browser is about to freeze it. */
  onHide(run: () => void): Disposable
  /** Reports keys by `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true to prevent the key's other effects */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** Called when the release of held keys may go unreported. */
  lost(): void
}

/**
 * Emitted when the user leaves the page or the browser is about to
 * freeze it. Stop all sound from your plugin. The page may resume.
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/** Resolves to the page, if there is one. */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})

/** Omitted options use their defaults. */
export interface ReceiveOptions {
  readonly portId: string
  /** Time on the input's clock, ms; defaults to now. */
  readonly at?: number
  /**
   * Local time `HH:mm:ss:SSS` of a replayed log; filters don't
   * change replayed messages. Defaults to the current time.
   */
  readonly time?: string
  /** Unique key; defaults to the next number. */
  readonly key?: number
  /** Guitar string, 1 (highest) to 16. */
  readonly string?: number
  /** Octave shift of note names; defaults to the user's setting. */
  readonly octaveOffset?: number
}

/** Receives raw bytes from all sources. */
export interface MidiInput {
  /**
   * Receives, logs and announces one complete message, status byte first.
   *
   * @returns `undefined` for malformed bytes, filtered messages,
   * timing clock and active sensing, and while no user is logged in
   * @throws MidiTypeError, MidiRangeError for an invalid port, time or string
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /**
   * Calls a listener with every event before `MIDI_EVENT` is emitted. For the neck only; other plugins
   * listen to `MIDI_EVENT`.
   */
  onEvent(listener: (event: MidiEvent) => void): Disposable
  /** Ends the sounding notes, pedals and bends of a port, or of all ports. */
  release(portId?: string): void
  /** Returns the number of sounding notes on a port, or on all ports. */
  soundingNotes(portId?: string): number
}

/** Emitted for every event of every input, after the filters and with the logged time. */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event', { permission: 'midi-in' })

/** Topic of the notice about a lost device. A plugin that has more details can replace the notice. */
export const GONE_TOPIC = 'midi-io gone'

/** MIDI clock tick; 24 per beat. */
export interface ClockTick {
  readonly portId: string
  /** Time on the input's clock, ms. */
  readonly at: number
}

/** Emitted for each timing clock message from an input, after the filters. */
export const MIDI_TICK = createEvent<ClockTick>('midi-io.tick', { permission: 'midi-in' })
/** MIDI input: reports sounding notes and can be played like a device. */
export const MIDI_INPUT = createToken<MidiInput>('midi-io.input', { permission: 'midi-in' })

/** One or more MIDI messages, an empty list to drop the message, or `undefined` to leave it unchanged. */
export type ChangedMessage = ArrayLike<number> | readonly ArrayLike<number>[] | undefined

export interface FilterCall {
  readonly portId: string
  /** String number, 1 (highest) to 16. */
  readonly string?: number
}

/**
 * Passes, drops or changes each incoming message before plugins see it. Filters must be
 * fast. A filter that throws is removed with a notice, and the message passes unchanged.
 *
 * A note-off ends the notes that its note-on was changed to, even if filters have changed
 * since. The same applies to pedals, modulation, aftertouch and bends when they return to neutral.
 */
export interface MidiFilter {
  readonly id: string
  /** Filters with lower values run first; default: 0. Each filter receives the previous filter's output. */
  readonly order?: number
  /**
   * Return `false` to drop the message. Messages that end a
   * sounding note or release a pedal are never dropped.
   */
  accepts?(bytes: ArrayLike<number>, portId: string): boolean
  /** Called for accepted messages, except note-offs and replayed logs (`ReceiveOptions.time`). */
  change?(bytes: ArrayLike<number>, call: FilterCall): ChangedMessage
}

/**
 * Filters that see every incoming message before plugins do.
 * @example extend(MIDI_FILTERS, { id: 'no-clock', accepts: bytes => bytes[0] !== 0xf8 })
 */
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters', { permission: 'midi-in' })

/**
 * Current pitch bend per channel. The user's bend range takes
 * precedence over the device's (RPN 0); the default is 2 semitones.
 */
export interface MidiBends {
  /** Returns the bend in semitones, negative downward; 0 before the first bend. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Returns the semitones at full bend. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/** Emitted with the port ID when a port's bend range changes, which also changes its current bends. */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')

/** `auto` treats the device as a guitar once it plays like one. */
export type GuitarMode = 'auto' | 'on' | 'off'

export interface InputView extends InputPort {
  readonly enabled: boolean
  /** Semitones at full bend; 0 uses the device's own range. */
  readonly bendRange: number
  readonly guitar: GuitarView
}

/** A guitar that sends each string on its own channel, on consecutive channels. */
export interface GuitarView {
  readonly mode: GuitarMode
  /** Whether its notes currently include a string number. */
  readonly active: boolean
  /** Channel of string 1 (the highest), or of the lowest string if reversed; 1–16. */
  readonly firstChannel: number
  readonly lastChannel: number
  readonly reversed: boolean
  /** Whether it has played a note that its string doesn't have in the current tuning. */
  readonly mismatch: boolean
}

export interface InputChange {
  readonly enabled?: boolean
  readonly guitar?: GuitarMode
  /** First channel, 1–16; all strings must fit above it. */
  readonly firstChannel?: number
  readonly reversed?: boolean
  /** Semitones at full bend, 0–96. */
  readonly bendRange?: number
}

export interface MidiInputs {
  readonly view: ReadonlyStore<readonly InputView[]>
  /**
   * @throws FretworkError `input_unknown` if the input isn't connected,
   * `guitar_channels` if there are more strings than channels
   */
  setUp(id: string, change: InputChange): void
}

export const MIDI_INPUTS = createToken<MidiInputs>('midi-io.inputs', { permission: 'midi-in' })

export interface NeckTuning {
  readonly name: string
  /** MIDI note number of each open string, string 1 first. */
  readonly strings: readonly number[]
  readonly capo: number
  readonly noteNames?: NoteNames
}

/** Set by the plugin that shows a neck. */
export const NECK_TUNING = createToken<Store<NeckTuning | undefined>>('midi-io.neck-tuning')

export interface VirtualInput extends Disposable {
  /**
   * @param at time on the application's clock, ms
   * @param string string of a note-on, 1 (highest) to 16; overrides the string of the MIDI channel
   */
  receive(bytes: ArrayLike<number>, at: number, string?: number): MidiEvent | undefined
  release(): void
}

export interface VirtualInputs {
  readonly view: ReadonlyStore<readonly InputPort[]>
  /** Adds a virtual input. Its ID must differ from all device IDs. */
  add(port: InputPort): VirtualInput
}

export const VIRTUAL_INPUTS = createToken<VirtualInputs>('midi-io.virtual-inputs', { permission: 'midi-in' })

export interface LogView {
  /** Oldest event first; a new array after each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  readonly total: number
}

export interface MidiLog {
  /** Updates at most once per frame. */
  readonly view: ReadonlyStore<LogView>
  append(event: MidiEvent): void
  setPaused(paused: boolean): void
  clear(): void
  /** Undoes `clear`, most recent first, and keeps events that arrived since. */
  restore(): void
  /** Returns the events, and the notes, controllers and bends that were held before the first event. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })

export interface PlayOptions {
  /** Port ID. Defaults to the port in the settings, even if it isn't connected. */
  readonly port?: string
  /** MIDI channel, 1–16; 0 sends on every channel. Defaults to the user's setting. */
  readonly channel?: number
  /** Note-on velocity, above 0 and up to 1. Defaults to the user's setting. */
  readonly attack?: number
  /** Note-off velocity, 0–1; default: 64/127. */
  readonly release?: number
  /** Duration in ms, up to a day; if omitted, the note sounds until `noteOff`. */
  readonly duration?: number
  /**
   * Time on the application's clock, at most a day ahead; defaults to now. The message is sent 10 ms later.
   */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * Sends to the given port, or to the port and channel from the
 * settings. All arguments are validated before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError)
 * for values that MIDI can't represent. An invalid note name is logged and ignored.
 */
export interface MidiOutput {
  /** @param note MIDI note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /**
   * Plays a note with a note-off. The note-off is sent early if
   * the same note restarts, and dropped after a `noteOff`.
   */
  playNote(note: number | string, options?: PlayOptions): void
  /** @param controller 0–127 @param value 0–127 */
  controlChange(controller: number, value: number, options?: ChannelOptions): void
  /** @param value 0–127 */
  volume(value: number, options?: ChannelOptions): void
  modulation(value: number, options?: ChannelOptions): void
  pan(value: number, options?: ChannelOptions): void
  hold(down: boolean, options?: ChannelOptions): void
  /** @param bend fraction of the receiver's bend range, −1 to 1 */
  pitchBend(bend: number, options?: ChannelOptions): void
  /** @param semitones integer, 0–127 @param cents 0–127 */
  pitchBendRange(semitones: number, cents?: number, options?: ChannelOptions): void
  /** @param program zero-based program number, 0–127 */
  programChange(program: number, options?: ChannelOptions): void
  /**
   * Sends a message unchanged. `dueMs` is a time on the application's clock; the 10 ms output delay is added.
   *
   * @param techniques the note's techniques, for the built-in sound
   * @throws MidiTypeError for malformed bytes, MidiRangeError for an infinite time
   */
  send(bytes: ArrayLike<number>, dueMs?: number, techniques?: readonly Technique[]): void
  /** Silences all 16 channels of every port in use, after all scheduled messages. */
  panic(): void
  /** Sends note-offs for the sounding notes, without a full panic. */
  silence(): void
  /**
   * Prepares the selected output.
   * @returns `undefined` if it is ready, otherwise a promise that resolves when it is and never rejects
   */
  prepare(): Promise<void> | undefined
  /** `undefined` while no output is available. */
  readonly port: OutputPort | undefined
}

export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  readonly at: number
  /** See `OutputTarget.send`. */
  readonly techniques?: readonly Technique[] | undefined
}

/** Emitted for every outgoing message when it is handed to its port. */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent', { permission: 'midi-out' })

/**
 * Emitted on panic and at the end of a session, when the ports
 * are already silent. Stop playing and displaying notes.
 */
export const MIDI_PANIC = createEvent<undefined>('midi-io.panic')
/** Plays notes on the output selected by the user. */
export const MIDI_OUTPUT = createToken<MidiOutput>('midi-io.output', { permission: 'midi-out' })

/** Outputs that aren't devices, such as a software synthesizer. Users can select them like any port. */
export const MIDI_OUTPUTS = createExtensionPoint<OutputTarget>('midi-io.outputs', { permission: 'midi-out' })
