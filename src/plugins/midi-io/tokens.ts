import { createEvent } from '../../core/events/event-bus.js'
import type { NoteNames } from '../../core/music/guitar/note-names.js'
import type { LogState } from '../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { Disposable, ReadonlyStore, Store } from '../../core/platform/store.js'

/**
 * Ids of the inputs that are not devices.
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
 * For a user who wants no output. An empty id means the standard output.
 * @example log.info('no output', NO_OUTPUT)
 */
export const NO_OUTPUT = 'none'

export interface OutputTarget extends OutputPort {
  readonly standard?: boolean
  /** @param atMs on the clock of the application */
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

/** `PROMPT`: the browser will ask or is asking. `unsupported`: this browser has no Web MIDI. */
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
  /** Asks again. Never throws: see `view`. */
  request(options?: { readonly sysex?: boolean }): Promise<void>
}

/**
 * Devices were connected or disconnected, or access changed.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(PORTS_CHANGED, () => log.info('ports changed')))
 */
export const PORTS_CHANGED = createEvent<AccessView>('midi-io.ports-changed')
/** @example const midiAccess = get(MIDI_ACCESS) */
export const MIDI_ACCESS = createToken<MidiAccess>('midi-io.access', { permission: 'midi-in' })

/** There is no page on the command line. */
export interface MidiPage {
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** The browser's answer to a request for all of MIDI. Rejects where it cannot be asked. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the page is left or about to be frozen. */
  onHide(run: () => void): Disposable
  /** Keys by their `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true if nothing else may use the key */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** No `up` will come for keys held now. */
  lost(): void
}

/**
 * The user leaves the page, or the browser is about to freeze it. Stop all sound your plugin makes. The page may resume.
 * @example scope.add(get(EVENTS).on(PAGE_HIDDEN, () => log.info('page hidden')))
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/** Finds the page. @example const midiPage = get(MIDI_PAGE) */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})

/** What is absent is filled in. */
export interface ReceiveOptions {
  readonly portId: string
  /** Milliseconds on the input's clock; now by default. */
  readonly at?: number
  /** `HH:mm:ss:SSS` of a replayed log, which filters don't change again; the local time by default. */
  readonly time?: string
  /** Unique; the next number by default. */
  readonly key?: number
  /** The guitar string, 1 (highest) to 16. */
  readonly string?: number
  /** Whole octaves added to the note names; the user's setting by default. */
  readonly octaveOffset?: number
}

/** Sources pass their bytes to it; everything else listens to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Receives, logs and announces one complete message, status byte first.
   *
   * @returns `undefined` for malformed bytes, messages that a filter drops, while no user is logged in, and for timing
   * clock and active sensing
   * @throws MidiTypeError, MidiRangeError for a bad port, time or string
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends the notes, pedals and bends that sound on a port, or on all of them. */
  release(portId?: string): void
  /** On a port, or on all of them. */
  soundingNotes(portId?: string): number
}

/**
 * Every event of every input, after the filters and with the time that is logged.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_EVENT, ({ portId }) => log.info(portId)))
 */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event', { permission: 'midi-in' })

/** A plugin that can say more about a lost device replaces this notice. */
export const GONE_TOPIC = 'midi-io gone'

/** Ticks of the MIDI clock, 24 a beat. */
export interface ClockTick {
  readonly portId: string
  /** Milliseconds on the input's clock. */
  readonly at: number
}

/**
 * Timing clock of an input, after the filters.
 * @example scope.add(get(EVENTS).on(MIDI_TICK, () => log.info('midi tick')))
 */
export const MIDI_TICK = createEvent<ClockTick>('midi-io.tick', { permission: 'midi-in' })
/**
 * What is played: the notes that sound, and a way to play as a device would.
 * @since 1.0.0
 * @example get(MIDI_INPUT).receive([0x90, 64, 100], { portId: 'drill' })
 */
export const MIDI_INPUT = createToken<MidiInput>('midi-io.input', { permission: 'midi-in' })

/** Plays into the input while midi-io is active. A source whose `start` throws is removed with a notice. */
export interface MidiSource {
  readonly id: string
  /** @returns ends the source, which must release its port */
  start(input: MidiInput): Disposable
}

/**
 * Sources that play into the MIDI input, such as a drone or a controller of another kind.
 * @since 1.0.0
 * @example log.info(`${extensions(MIDI_SOURCES).length} added by plugins`)
 */
export const MIDI_SOURCES = createExtensionPoint<MidiSource>('midi-io.sources', { permission: 'midi-in' })

/**
 * One MIDI message, several, none (an empty list), or `undefined` to pass the message unchanged.
 * @since 1.2
 */
export type ChangedMessage = ArrayLike<number> | readonly ArrayLike<number>[] | undefined

/** @since 1.2 */
export interface FilterCall {
  readonly portId: string
  /** 1 (highest) to 16. */
  readonly string?: number
}

/**
 * Gets each message first, and passes it on, holds it back or changes it. It must be quick. A filter that throws is removed
 * with a notice, and the message passes unchanged.
 *
 * A note-off ends what its note-on became, even after filters were changed; so do pedals, modulation, aftertouch and bends
 * when they return to rest.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * Lowest first, 0 by default. Each filter receives the output of the previous filter.
   * @since 1.2
   */
  readonly order?: number
  /** `false` holds the message back, unless it ends a sounding note or lifts a pedal. */
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

/** Current bend of each channel. The user's range takes precedence over the device's (RPN 0); the default is 2 semitones. */
export interface MidiBends {
  /** Semitones, negative downwards; 0 until something was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones of a full bend. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/**
 * The bend range of a port has changed, and with it every bend there. Sent with the port's id.
 * @example scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, () => log.info('bend range changed')))
 */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
/** @example const midiBends = get(MIDI_BENDS) */
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')

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
  readonly noteNames?: NoteNames
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
  /** Its id must differ from all device ids. */
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
  /** Undoes the last `clear`, then earlier ones. Newer events stay. */
  restore(): void
  /** The events, and the held notes, controllers and bends before the first of them. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** @example const midiLog = get(MIDI_LOG) */
export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })

export interface PlayOptions {
  /** Id of the port. Defaults to the setting, also if the port isn't connected. */
  readonly port?: string
  /** MIDI channel 1–16; 0 sends on every channel. Defaults to the setting. */
  readonly channel?: number
  /** Note-on velocity, above 0 and up to 1. Defaults to the setting. */
  readonly attack?: number
  /** Note-off velocity, 0–1; 64 of 127 by default. */
  readonly release?: number
  /** Milliseconds, up to a day; without it the note sounds until `noteOff`. */
  readonly duration?: number
  /** On the clock of the application, at most a day ahead; now by default. Sent 10 ms later. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * Sends to the given port, or else to the port and channel of the settings. Everything is checked before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot carry. A bad
 * note name is logged and dropped.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /** The note-off belongs to this note: it comes before the next note-on, or is dropped after a `noteOff`. */
  playNote(note: number | string, options?: PlayOptions): void
  /** @param controller 0–127 @param value 0–127 */
  controlChange(controller: number, value: number, options?: ChannelOptions): void
  /** @param value 0–127 */
  volume(value: number, options?: ChannelOptions): void
  modulation(value: number, options?: ChannelOptions): void
  pan(value: number, options?: ChannelOptions): void
  hold(down: boolean, options?: ChannelOptions): void
  /** @param bend −1 to 1 of the receiver's range */
  pitchBend(bend: number, options?: ChannelOptions): void
  /** @param semitones whole, 0–127 @param cents 0–127 */
  pitchBendRange(semitones: number, cents?: number, options?: ChannelOptions): void
  /** @param program 0–127, counted from 0 */
  programChange(program: number, options?: ChannelOptions): void
  /**
   * Sends a message unchanged. `dueMs` is on the application's clock; 10 ms are added.
   *
   * @throws MidiTypeError for malformed bytes, MidiRangeError for an infinite time
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /** Silences every port in use on all 16 channels, after all scheduled messages. */
  panic(): void
  /** Ends sounding notes only. */
  silence(): void
  /** Prepares the chosen output. @returns `undefined` if it is ready; otherwise resolves when it is, never rejects */
  prepare(): Promise<void> | undefined
  /** `undefined` while nothing can be sent. */
  readonly port: OutputPort | undefined
}

export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  readonly at: number
}

/**
 * Every outgoing message, when its port receives it.
 * @example scope.add(get(EVENTS).on(MIDI_SENT, () => log.info('midi sent')))
 */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent', { permission: 'midi-out' })

/**
 * Panic, or the end of a session. Stop playing, sounding and showing notes. The ports are already silent.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_PANIC, () => log.info('midi panic')))
 */
export const MIDI_PANIC = createEvent<undefined>('midi-io.panic')
/**
 * Plays notes on the output that the user has chosen.
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
