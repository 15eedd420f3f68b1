import { createEvent } from '../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { Disposable, ReadonlyStore, Store } from '../../core/platform/store.js'
import type { NoteNames } from '../../music/guitar/note-names.js'
import type { LogState } from '../../music/midi/log-file.js'
import type { MidiEvent } from '../../music/midi/midi-event.js'

/**
 * Id of the neck, an input that is not a device.
 * @example log.info('neck port', NECK_PORT)
 */
export const NECK_PORT = 'neck'
/** @example log.info('keyboard port', KEYBOARD_PORT) */
export const KEYBOARD_PORT = 'keyboard'
/** @example log.info('song port', SONG_PORT) */
export const SONG_PORT = 'song'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
}

export type OutputPort = InputPort

/**
 * Port id that selects no output; an empty id selects the standard output.
 * @example log.info('no output', NO_OUTPUT)
 */
export const NO_OUTPUT = 'none'

export interface OutputTarget extends OutputPort {
  readonly standard?: boolean
  /** @param atMs time on the application's clock, ms */
  send(bytes: readonly number[], atMs: number): void
  /** See `MidiOutput.prepare`. */
  prepare?(): Promise<void> | undefined
}

export interface OutputTargets {
  /** @param id empty for the standard output */
  find(id: string): OutputTarget | undefined
  onGone(listener: (id: string) => void): Disposable
  onBack(listener: (id: string) => void): Disposable
}

/** `PROMPT`: the browser will ask or is asking the user. `unsupported`: the browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface AccessView {
  readonly status: AccessStatus
  readonly asking: boolean
  readonly sysex: boolean
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
  /** Ids of connected ports that another program uses. */
  readonly taken?: readonly string[]
}

export interface MidiAccess extends OutputTargets {
  readonly view: ReadonlyStore<AccessView>
  /** Requests access again. Never throws: `view` contains the result. */
  request(options?: { readonly sysex?: boolean }): Promise<void>
}

/**
 * Emitted when devices are connected or disconnected, or access changes.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(PORTS_CHANGED, () => log.info('ports changed')))
 */
export const PORTS_CHANGED = createEvent<AccessView>('midi-io.ports-changed')
/** @example const midiAccess = get(MIDI_ACCESS) */
export const MIDI_ACCESS = createToken<MidiAccess>('midi-io.access', { permission: 'midi-in' })

/** MIDI functions of the page, which does not exist on the command line. */
export interface MidiPage {
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** Returns the browser's permission for all MIDI functions. Rejects if the browser has no such query. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the user leaves the page or the browser is about to freeze it. */
  onHide(run: () => void): Disposable
  /** Reports keys by their `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true if the key must have no other effect */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** Called when no `up` will follow for the keys held now. */
  lost(): void
}

/**
 * Emitted when the user leaves the page or the browser is about to freeze it. Stop all sound of your plugin.
 * The page may resume.
 * @example scope.add(get(EVENTS).on(PAGE_HIDDEN, () => log.info('page hidden')))
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/** Finds the page. @example const midiPage = get(MIDI_PAGE) */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})

/** Missing options use defaults. */
export interface ReceiveOptions {
  readonly portId: string
  /** Time in milliseconds on the input's clock; default: now. */
  readonly at?: number
  /**
   * Local time `HH:mm:ss:SSS` of a replayed log, which filters don't change again; default: the current time.
   */
  readonly time?: string
  /** Unique key; default: the next number. */
  readonly key?: number
  /** Guitar string, 1 (highest) to 16. */
  readonly string?: number
  /** Whole octaves added to the note names; default: the user's setting. */
  readonly octaveOffset?: number
}

/** Receives the bytes of all sources; other plugins listen to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Receives, logs and announces one complete message, status byte first.
   *
   * @returns `undefined` for malformed bytes, filtered messages, timing clock and active sensing, and while
   * no user is logged in
   * @throws MidiTypeError, MidiRangeError for a bad port, time or string
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends the sounding notes, pedals and bends of a port, or of all ports. */
  release(portId?: string): void
  /** Returns the number of sounding notes on a port, or on all ports. */
  soundingNotes(portId?: string): number
}

/**
 * Emitted for every event of every input, after the filters and with the logged time.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_EVENT, ({ portId }) => log.info(portId)))
 */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event', { permission: 'midi-in' })

/** Topic of the notice about a lost device, which a plugin with more details can replace. */
export const GONE_TOPIC = 'midi-io gone'

/** Tick of the MIDI clock; 24 per beat. */
export interface ClockTick {
  readonly portId: string
  /** Time in milliseconds on the input's clock. */
  readonly at: number
}

/**
 * Emitted for each timing clock message of an input, after the filters.
 * @example scope.add(get(EVENTS).on(MIDI_TICK, () => log.info('midi tick')))
 */
export const MIDI_TICK = createEvent<ClockTick>('midi-io.tick', { permission: 'midi-in' })
/**
 * MIDI input: the sounding notes, and a function to play like a device.
 * @since 1.0.0
 * @example get(MIDI_INPUT).receive([0x90, 64, 100], { portId: 'drill' })
 */
export const MIDI_INPUT = createToken<MidiInput>('midi-io.input', { permission: 'midi-in' })

/**
 * Plays into the input while midi-io is active. If its `start` throws, the source is removed with a notice.
 */
export interface MidiSource {
  readonly id: string
  /** @returns a disposable that ends the source, which must release its port */
  start(input: MidiInput): Disposable
}

/**
 * Sources that play into the MIDI input, such as a drone or a controller of another kind.
 * @since 1.0.0
 * @example log.info(`${extensions(MIDI_SOURCES).length} added by plugins`)
 */
export const MIDI_SOURCES = createExtensionPoint<MidiSource>('midi-io.sources', { permission: 'midi-in' })

/**
 * One or several MIDI messages, an empty list for none, or `undefined` to pass the message unchanged.
 * @since 1.2
 */
export type ChangedMessage = ArrayLike<number> | readonly ArrayLike<number>[] | undefined

/** @since 1.2 */
export interface FilterCall {
  readonly portId: string
  /** String number, 1 (highest) to 16. */
  readonly string?: number
}

/**
 * Receives each message first, and passes, drops or changes it. It must be fast. A filter that throws is
 * removed with a notice, and the message passes unchanged.
 *
 * A note-off ends the notes that its note-on was changed to, even if filters have changed since; the same
 * applies to pedals, modulation, aftertouch and bends when they return to rest.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * Filters run lowest first; default: 0. Each filter receives the output of the previous filter.
   * @since 1.2
   */
  readonly order?: number
  /** `false` drops the message, unless it ends a sounding note or releases a pedal. */
  accepts?(bytes: ArrayLike<number>, portId: string): boolean
  /**
   * Called for accepted messages except note-offs and replayed logs (`ReceiveOptions.time`).
   * @since 1.2
   */
  change?(bytes: ArrayLike<number>, call: FilterCall): ChangedMessage
}

/**
 * Filters that every incoming message passes before any plugin sees it.
 * @since 1.0.0
 * @example extend(MIDI_FILTERS, { id: 'no-clock', accepts: bytes => bytes[0] !== 0xf8 })
 */
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters', { permission: 'midi-in' })

/**
 * Current bend of each channel. The user's range takes precedence over the device's (RPN 0); the default is 2
 * semitones.
 */
export interface MidiBends {
  /** Returns semitones, negative downwards; 0 until the first bend. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Returns the semitones of a full bend. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/**
 * Emitted with the id of a port whose bend range, and therefore every bend, has changed.
 * @example scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, () => log.info('bend range changed')))
 */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
/** @example const midiBends = get(MIDI_BENDS) */
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')

/** `auto`: treated as a guitar while it plays like one. */
export type GuitarMode = 'auto' | 'on' | 'off'

export interface InputView extends InputPort {
  readonly enabled: boolean
  /** Semitones of a full bend; 0 uses the device's own range. */
  readonly bendRange: number
  readonly guitar: GuitarView
}

/** Guitar with one channel per string, on consecutive channels. */
export interface GuitarView {
  readonly mode: GuitarMode
  /** Whether its notes currently include their string. */
  readonly active: boolean
  /** Channel 1–16 of string 1 (the highest), or of the lowest string if reversed. */
  readonly firstChannel: number
  readonly lastChannel: number
  readonly reversed: boolean
  /** Whether it has played a note that its string doesn't have in the current tuning. */
  readonly mismatch: boolean
}

export interface InputChange {
  readonly enabled?: boolean
  readonly guitar?: GuitarMode
  /** Channel 1–16 that leaves room for all strings. */
  readonly firstChannel?: number
  readonly reversed?: boolean
  /** Semitones of a full bend, 0–96. */
  readonly bendRange?: number
}

export interface MidiInputs {
  readonly view: ReadonlyStore<readonly InputView[]>
  /**
   * @throws FretworkError `input_unknown` if the input isn't connected, `guitar_channels` if the strings
   * exceed the channels
   */
  setUp(id: string, change: InputChange): void
}

/** @example const midiInputs = get(MIDI_INPUTS) */
export const MIDI_INPUTS = createToken<MidiInputs>('midi-io.inputs', { permission: 'midi-in' })

export interface NeckTuning {
  readonly name: string
  /** MIDI note number of each open string, string 1 first. */
  readonly strings: readonly number[]
  readonly capo: number
  readonly noteNames?: NoteNames
}

/** Set by the plugin that shows a neck. @example const neckTuning = get(NECK_TUNING) */
export const NECK_TUNING = createToken<Store<NeckTuning | undefined>>('midi-io.neck-tuning')

export interface VirtualInput extends Disposable {
  /** @param at time on the application's clock, ms */
  receive(bytes: ArrayLike<number>, at: number): MidiEvent | undefined
  release(): void
}

export interface VirtualInputs {
  readonly view: ReadonlyStore<readonly InputPort[]>
  /** Adds an input whose id must differ from all device ids. */
  add(port: InputPort): VirtualInput
}

/** @example const virtualInputs = get(VIRTUAL_INPUTS) */
export const VIRTUAL_INPUTS = createToken<VirtualInputs>('midi-io.virtual-inputs', { permission: 'midi-in' })

export interface LogView {
  /** Events, oldest first; a new array after each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  readonly total: number
}

export interface MidiLog {
  /** Changes at most once per frame. */
  readonly view: ReadonlyStore<LogView>
  append(event: MidiEvent): void
  setPaused(paused: boolean): void
  clear(): void
  /** Undoes the last `clear`, then earlier ones. Newer events are kept. */
  restore(): void
  /** Returns the events, and the held notes, controllers and bends before the first event. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** @example const midiLog = get(MIDI_LOG) */
export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })

export interface PlayOptions {
  /** Id of the port. Defaults to the setting, even if the port isn't connected. */
  readonly port?: string
  /** MIDI channel 1–16; 0 sends on every channel. Defaults to the setting. */
  readonly channel?: number
  /** Note-on velocity, above 0 and up to 1. Defaults to the setting. */
  readonly attack?: number
  /** Note-off velocity, 0–1; default: 64/127. */
  readonly release?: number
  /** Duration in milliseconds, up to a day; without it, the note sounds until `noteOff`. */
  readonly duration?: number
  /** Time on the application's clock, at most a day ahead; default: now. The message is sent 10 ms later. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * Sends to the given port, otherwise to the port and channel of the settings. Everything is validated before
 * anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot
 * represent. An invalid note name is logged and ignored.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /** The note-off belongs to this note: it precedes the next note-on, or is dropped after a `noteOff`. */
  playNote(note: number | string, options?: PlayOptions): void
  /** @param controller 0–127 @param value 0–127 */
  controlChange(controller: number, value: number, options?: ChannelOptions): void
  /** @param value 0–127 */
  volume(value: number, options?: ChannelOptions): void
  modulation(value: number, options?: ChannelOptions): void
  pan(value: number, options?: ChannelOptions): void
  hold(down: boolean, options?: ChannelOptions): void
  /** @param bend share of the receiver's range, −1 to 1 */
  pitchBend(bend: number, options?: ChannelOptions): void
  /** @param semitones whole number, 0–127 @param cents 0–127 */
  pitchBendRange(semitones: number, cents?: number, options?: ChannelOptions): void
  /** @param program program number from 0, 0–127 */
  programChange(program: number, options?: ChannelOptions): void
  /**
   * Sends a message unchanged. `dueMs` is on the application's clock, and 10 ms are added.
   *
   * @throws MidiTypeError for malformed bytes, MidiRangeError for an infinite time
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /** Silences all 16 channels of every used port, after all scheduled messages. */
  panic(): void
  /** Ends sounding notes only. */
  silence(): void
  /**
   * Prepares the chosen output.
   * @returns `undefined` if it is ready; otherwise a promise that resolves when
   * it is and never rejects
   */
  prepare(): Promise<void> | undefined
  /** `undefined` while no output is available. */
  readonly port: OutputPort | undefined
}

export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  readonly at: number
}

/**
 * Emitted for every outgoing message when its port receives it.
 * @example scope.add(get(EVENTS).on(MIDI_SENT, () => log.info('midi sent')))
 */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent', { permission: 'midi-out' })

/**
 * Emitted on panic and at the end of a session. Stop playing, sounding and showing notes. The ports are
 * already silent.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_PANIC, () => log.info('midi panic')))
 */
export const MIDI_PANIC = createEvent<undefined>('midi-io.panic')
/**
 * Plays notes on the user's chosen output.
 * @since 1.0.0
 * @example const midiOutput = get(MIDI_OUTPUT)
 */
export const MIDI_OUTPUT = createToken<MidiOutput>('midi-io.output', { permission: 'midi-out' })

/**
 * Outputs that are not devices, such as a synthesizer in the page. They can be chosen like any port.
 * @since 1.0.0
 * @example log.info(`${extensions(MIDI_OUTPUTS).length} added by plugins`)
 */
export const MIDI_OUTPUTS = createExtensionPoint<OutputTarget>('midi-io.outputs', { permission: 'midi-out' })
