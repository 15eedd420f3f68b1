/** MIDI devices for other plugins: the way in, the way out, the log, and what can be extended. */
import { createEvent } from '../../core/events/event-bus.js'
import type { LogState } from '../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore, Store } from '../../core/platform/store.js'

/* Ports. */

/**
 * Ids of the inputs that are not devices.
 * @example log.info('neck port', NECK_PORT)
 */
export const NECK_PORT = 'neck'
/** @example log.info('keyboard port', KEYBOARD_PORT) */
export const KEYBOARD_PORT = 'keyboard'
/**
 * Of what a song plays on the neck.
 * @example log.info('song port', SONG_PORT)
 */
export const SONG_PORT = 'song'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
}

export type OutputPort = InputPort

/**
 * The stored output of a user who wants none. An empty one was never chosen: then the standard output is used, if a
 * plugin brings one.
 * @example log.info('no output', NO_OUTPUT)
 */
export const NO_OUTPUT = 'none'

/** An output that can be sent to. */
export interface OutputTarget extends OutputPort {
  /** Whether it is used while the user has chosen no output. */
  readonly standard?: boolean
  /** @param atMs on the clock of the application */
  send(bytes: readonly number[], atMs: number): void
  /** See `MidiOutput.prepare`; an output without it is always ready. */
  prepare?(): Promise<void> | undefined
}

/** The connected outputs. */
export interface OutputTargets {
  /** @param id empty for the standard output */
  find(id: string): OutputTarget | undefined
  /** Called with the id of an output that was disconnected. */
  onGone(listener: (id: string) => void): Disposable
  /** Called with the id of an output that was connected. */
  onBack(listener: (id: string) => void): Disposable
}

/* Access to devices. */

/** `PROMPT`: the browser will ask or is asking. `unsupported`: this browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface AccessView {
  readonly status: AccessStatus
  /** True while the browser is being asked. */
  readonly asking: boolean
  /** Whether system-exclusive messages were granted. */
  readonly sysex: boolean
  /** Why it is DENIED: the user said no, the machine has no MIDI, or the browser failed in another way. */
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
  /** Ids of connected ports that can't be opened, because another program is using them. */
  readonly taken?: readonly string[]
}

/** The MIDI devices of the machine, and whether the browser grants access to them. */
export interface MidiAccess extends OutputTargets {
  readonly view: ReadonlyStore<AccessView>
  /** Asks again; `sysex` false asks without system-exclusive messages. Never throws: see `view`. */
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

/* Input. */

/** What a source knows about a message, apart from its bytes. What is absent is filled in. */
export interface ReceiveOptions {
  readonly portId: string
  /** Milliseconds on the input's clock; now unless given. */
  readonly at?: number
  /** `HH:mm:ss:SSS`, of what is replayed from a log, which filters do not change again; else the local time now. */
  readonly time?: string
  /** Unique number; the next one unless given. */
  readonly key?: number
  /** The guitar string, 1 (highest) to 16, if the source knows it. */
  readonly string?: number
  /** Whole octaves added to the note names, as they were set when it was recorded; the user's setting unless given. */
  readonly octaveOffset?: number
}

/** The one way in: sources pass their bytes to it, and everything else listens to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Receives one complete message, status byte first: logs it and sends it on the event bus.
   *
   * Bytes that are not one whole message are dropped, with a row in the log and a line in the console.
   *
   * @returns the event; `undefined` for malformed bytes, for what a filter kept back, while no user is logged in,
   * and for timing clock and active sensing, which would flood the log
   * @throws MidiTypeError, MidiRangeError for a port without a name, a time that is not finite, and a bad string
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends the notes, pedals and bends that sound on a port, as when it is unplugged, or on all of them. */
  release(portId?: string): void
  /** The number of notes that sound on a port, or on all of them. */
  soundingNotes(portId?: string): number
}

/**
 * Every event of every input, after the filters, as it is logged.
 * @since 1.0.0
 * @example scope.add(get(EVENTS).on(MIDI_EVENT, ({ portId }) => log.info(portId)))
 */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event', { permission: 'midi-in' })

/** A tick of the MIDI clock (24 a beat): too many to be logged as events. */
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

/**
 * Something that plays into the input: a device layer, a bridge. Started while midi-io is active. One whose `start`
 * throws is taken out with a notice.
 */
export interface MidiSource {
  readonly id: string
  /** @returns ends the source; it has to release what it left sounding on its port */
  start(input: MidiInput): Disposable
}

/**
 * One MIDI message, several, none (an empty list), or `undefined` for the message as it is.
 * @since 1.2
 */
export type ChangedMessage = ArrayLike<number> | readonly ArrayLike<number>[] | undefined

/**
 * What a filter knows about a message, apart from its bytes.
 * @since 1.2
 */
export interface FilterCall {
  readonly portId: string
  /** When it was played, in milliseconds on the clock of the application. */
  readonly at: number
  /** The guitar string, 1 (highest) to 16, if it is known. */
  readonly string?: number
  /**
   * Passes on a message later: to the filters behind this one, then into the input. A note that is sent `d` ms after
   * the played one began ends `d` ms after the played one ends, unless the filter sends its note-off before. Once the
   * filter is gone nothing more is sent, and what it has sent is ended.
   *
   * @param atMs on the clock of the application; in the past: now; at most a day ahead
   * @throws FretworkError `midi_filter_message` for bytes that are not one MIDI message, `midi_filter_time`
   */
  send(bytes: ArrayLike<number>, atMs: number): void
}

/**
 * Gets each message first, and lets it pass, keeps it back or changes it. It must be quick: it runs for every message.
 * One that throws is taken out with a notice, and the message goes on as it was.
 *
 * No note hangs, whatever a filter does: the input remembers what each held note has become, and ends that when the
 * key is released, also after the filter was added, removed or set up in another way. The same holds for pedals,
 * modulation, pressure and bends when they return to rest.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * The lowest first, 0 unless given; equal ones in order of activation. Each gets what the one before has passed on.
   * @since 1.2
   */
  readonly order?: number
  /** `false` keeps the message back, unless it ends a sounding note or lifts a pedal. */
  accepts?(bytes: ArrayLike<number>, portId: string): boolean
  /**
   * Called for what it accepts. It also gets the note-off of each note that it got, to know about it; what it returns
   * then is ignored, because the input ends what the note-on became. What is replayed from a log (`ReceiveOptions.time`)
   * is not changed again.
   * @since 1.2
   */
  change?(bytes: ArrayLike<number>, call: FilterCall): ChangedMessage
}

/**
 * Sources that play into the MIDI input, such as a drone or a controller of another kind.
 * @since 1.0.0
 * @example log.info(`${extensions(MIDI_SOURCES).length} added by plugins`)
 */
export const MIDI_SOURCES = createExtensionPoint<MidiSource>('midi-io.sources', { permission: 'midi-in' })
/**
 * Filters that every incoming message passes before any plugin sees it.
 * @since 1.0.0
 * @example extend(MIDI_FILTERS, { id: 'no-clock', accepts: bytes => bytes[0] !== 0xf8 })
 */
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters', { permission: 'midi-in' })

/**
 * How far each channel is bent. Up to date when `MIDI_EVENT` brings a bend, for every source. The range is what the
 * user has set for the device, else what the device has sent (registered parameter 0), else 2 semitones.
 */
export interface MidiBends {
  /** Semitones, negative downwards; 0 until something was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones that a full bend makes, either way. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/**
 * The bend range of a port has changed, and with it every bend there. Sent with the port's id.
 * @example scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, () => log.info('bend range changed')))
 */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')
/** @example const midiBends = get(MIDI_BENDS) */
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')

/* Input devices and their settings. */

/** `auto`: it counts as a guitar while it plays like one. */
export type GuitarMode = 'auto' | 'on' | 'off'

/** A device that plays, with its settings. */
export interface InputView extends InputPort {
  /** Off: nothing that it plays is received. */
  readonly enabled: boolean
  /** Semitones that a full bend makes, as the user has set it; 0 leaves it to the device. */
  readonly bendRange: number
  readonly guitar: GuitarView
}

/** One channel per string, on consecutive channels. */
export interface GuitarView {
  readonly mode: GuitarMode
  /** Whether it counts as a guitar now: then its notes name their string. */
  readonly active: boolean
  /** 1–16: the channel of string 1, the highest; of the lowest string if reversed. */
  readonly firstChannel: number
  readonly lastChannel: number
  readonly reversed: boolean
  /** It has played a note that its string doesn't have in the tuning of the neck. */
  readonly mismatch: boolean
}

/** The settings of an input device that can be changed; all of them are stored. */
export interface InputChange {
  readonly enabled?: boolean
  readonly guitar?: GuitarMode
  /** 1–16, with room for all strings. */
  readonly firstChannel?: number
  readonly reversed?: boolean
  /** 0–96 semitones. */
  readonly bendRange?: number
}

/** The connected input devices. */
export interface MidiInputs {
  readonly view: ReadonlyStore<readonly InputView[]>
  /** @throws FretworkError `input_unknown` if it isn't connected, `guitar_channels` if the strings don't fit */
  setUp(id: string, change: InputChange): void
}

/** @example const midiInputs = get(MIDI_INPUTS) */
export const MIDI_INPUTS = createToken<MidiInputs>('midi-io.inputs', { permission: 'midi-in' })

/** The neck that is shown, as far as MIDI guitars and exported logs need it. */
export interface NeckTuning {
  readonly name: string
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Fret of the capo, 0 for none. */
  readonly capo: number
}

/**
 * Set by the plugin that shows a neck; `undefined` while there is none.
 * @example const neckTuning = get(NECK_TUNING)
 */
export const NECK_TUNING = createToken<Store<NeckTuning | undefined>>('midi-io.neck-tuning')

/** An input that a plugin plays into like a device. Disposing it ends what sounds on it, as unplugging does. */
export interface VirtualInput extends Disposable {
  /** @param at when it was played, on the clock of the application, in milliseconds */
  receive(bytes: ArrayLike<number>, at: number): MidiEvent | undefined
  /** Ends what sounds on it. */
  release(): void
}

export interface VirtualInputs {
  readonly view: ReadonlyStore<readonly InputPort[]>
  /** Its id must not be that of a device. */
  add(port: InputPort): VirtualInput
}

/** @example const virtualInputs = get(VIRTUAL_INPUTS) */
export const VIRTUAL_INPUTS = createToken<VirtualInputs>('midi-io.virtual-inputs', { permission: 'midi-in' })

/* Log. */

export interface LogView {
  /** The 100 newest, oldest first. A new array with each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  /** All events received, also while paused. */
  readonly total: number
}

/** The 100 newest events that were received. */
export interface MidiLog {
  /** Changes at most once a frame, however much is played. */
  readonly view: ReadonlyStore<LogView>
  /** The input appends everything that it receives; a reload of this plugin brings back what was logged before. */
  append(event: MidiEvent): void
  /** Freezes the view; events are still logged. */
  setPaused(paused: boolean): void
  /** An empty log stays as it is. */
  clear(): void
  /** Undoes the last `clear`, and called again the one before; events since then stay. */
  restore(): void
  /** The events now and what held before the first of them: held notes, controllers and bends. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** @example const midiLog = get(MIDI_LOG) */
export const MIDI_LOG = createToken<MidiLog>('midi-io.log', { permission: 'midi-in' })

/* Output. */

export interface PlayOptions {
  /** Id of the port; the setting unless given, and if it isn't connected. */
  readonly port?: string
  /** 1–16, or 0 for all; the setting unless given. */
  readonly channel?: number
  /** Note-on velocity, more than 0 and up to 1; the setting unless given. */
  readonly attack?: number
  /** Note-off velocity, 0–1; 64 of 127 unless given. */
  readonly release?: number
  /** Milliseconds until the note-off, up to a day; without it the note sounds until `noteOff`. */
  readonly duration?: number
  /** When, on the clock of the application; in the past or absent: now; at most a day ahead. Sent 10 ms after that. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * The one way out. Sends to the given port; if that isn't connected, to the port and channel of the settings; if that
 * isn't either, nowhere. Everything is checked before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot carry,
 * and for a time more than a day ahead. A note whose name isn't a note is logged to the console and dropped.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /**
   * Note-on and, after `duration`, note-off. The note-off belongs to this note: if the same note begins again first,
   * it comes right before that; if `noteOff` ends it first, it is dropped.
   */
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
   * Sends a message unchanged, on its own channel, as songs do. `dueMs` is on the application's clock; 10 ms are
   * added.
   *
   * @throws MidiTypeError for bytes that are not one whole message, MidiRangeError for a time that is not finite
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /**
   * Silences every port that was used and the chosen one, on all 16 channels, after all that is scheduled: all notes
   * off, all sound off, reset all controllers, reset.
   */
  panic(): void
  /** Ends what was sent and still sounds, without touching anything else. */
  silence(): void
  /**
   * Gets the chosen output ready to be heard; call it before something begins to play.
   *
   * @returns `undefined` if it is ready now; otherwise resolves as soon as it is, or cannot be: it never rejects
   */
  prepare(): Promise<void> | undefined
  /** The port in use now; `undefined` while nothing can be sent. */
  readonly port: OutputPort | undefined
}

/** A message that was handed to an output port, with the time at which it sounds. */
export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
  readonly at: number
}

/**
 * Every message that goes out, as it is handed to its port.
 * @example scope.add(get(EVENTS).on(MIDI_SENT, () => log.info('midi sent')))
 */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent', { permission: 'midi-out' })

/**
 * Panic, or the end of a session: whatever plays, sounds or shows notes stops. The ports are silenced already.
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

/* The page. */

/** What the plugin needs of a web page; there is none on the command line. */
export interface MidiPage {
  /** `navigator.requestMIDIAccess`; absent where the browser has no Web MIDI. */
  readonly requestAccess?: (options: {
    readonly sysex: boolean
    readonly software: boolean
  }) => Promise<unknown>
  /** What the browser would answer to a request for all of MIDI. Rejects where it cannot be asked. */
  permission(): Promise<'granted' | 'prompt' | 'denied'>
  onPermissionChange(listener: () => void): Disposable
  /** Called when the page is left, or when the browser is about to freeze it. */
  onHide(run: () => void): Disposable
  /** Keys by their `KeyboardEvent.code`, outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
}

export interface KeyListener {
  /** @returns true if the key was used: nothing else gets it then */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** The page has lost the keyboard: no `up` will come for keys held now. */
  lost(): void
}

/**
 * The page is left, or the browser is about to freeze it. What was sent has been silenced; whatever makes its own
 * sound has to fall silent. The page may come back.
 * @example scope.add(get(EVENTS).on(PAGE_HIDDEN, () => log.info('page hidden')))
 */
export const PAGE_HIDDEN = createEvent<undefined>('midi-io.page-hidden')

/**
 * Finds the page; `undefined` on a host without one. Tests provide their own.
 * @example const midiPage = get(MIDI_PAGE)
 */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page', {
  permission: 'keys',
})
