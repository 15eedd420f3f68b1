/** What other plugins may use of MIDI devices: the way in, the way out, the log, and the places to extend. */
import { createEvent } from '../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../core/kernel/token.js'
import type { LogState } from '../../core/music/log-file.js'
import type { MidiEvent } from '../../core/music/midi-event.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** Port names of the inputs that are no device. */
export const NECK_PORT = 'neck'
export const KEYBOARD_PORT = 'keyboard'

/** What a source knows of a message besides its bytes. What is absent is filled in. */
export interface ReceiveOptions {
  readonly portId: string
  /** Milliseconds on the input's clock; now unless given. */
  readonly at?: number
  /** `HH:mm:ss:SSS`; the local time now unless given. */
  readonly time?: string
  /** Unique number; the next of the running ones unless given. */
  readonly key?: number
  /** The guitar string, 1 is the highest, where the source knows it. */
  readonly string?: number
}

/** The one way in: every source hands its bytes here, and everybody else listens to `MIDI_EVENT`. */
export interface MidiInput {
  /**
   * Takes in one complete message, status byte first. Logs it and tells it on the bus.
   *
   * @returns the event; `undefined` for bytes that are no message, for what a filter kept back, and for timing
   * clock and active sensing, which come many times a second and would wash everything else out of the log
   */
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined
  /** Ends what sounds on a port, as when it is unplugged, or on all of them: notes, pedals and bends. */
  release(portId?: string): void
  /** Notes that sound on a port, or on all of them. */
  soundingNotes(portId?: string): number
}

export interface PlayOptions {
  /** Id of the port; the setting unless given, and also where it is not there. */
  readonly port?: string
  /** 1–16, or 0 for all; the setting unless given. */
  readonly channel?: number
  /** Note-on velocity, 0–1; the setting unless given. */
  readonly attack?: number
  /** Note-off velocity, 0–1; 64 of 127 unless given. */
  readonly release?: number
  /** Milliseconds until the note-off; without it the note sounds until `noteOff`. */
  readonly duration?: number
  /** When, on the clock of the application; in the past or absent: now. Sent 10 ms after that. */
  readonly at?: number
}

export type ChannelOptions = Pick<PlayOptions, 'port' | 'channel' | 'at'>

/**
 * The one way out. Goes to the chosen port; where that is missing, to the default port and channel; where
 * there is none either, nowhere. Everything is checked before anything is sent.
 *
 * All methods throw MidiTypeError (a TypeError) or MidiRangeError (a RangeError) for values that MIDI cannot
 * carry. A note given by a name that is no note is logged to the console and dropped.
 */
export interface MidiOutput {
  /** @param note number 0–127 or a name such as `Eb4` */
  noteOn(note: number | string, options?: Omit<PlayOptions, 'release' | 'duration'>): void
  noteOff(note: number | string, options?: Omit<PlayOptions, 'attack' | 'duration'>): void
  /** Note-on and, after `duration`, note-off. */
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
  /** @param program 0–127, the instrument counted from 0 */
  programChange(program: number, options?: ChannelOptions): void
  /**
   * Sends a message as it stands, on its own channel: the song player's way. `dueMs` is on the application's
   * clock; 10 ms are added.
   *
   * @throws MidiTypeError for bytes that are not one whole message, MidiRangeError for a time without end
   */
  send(bytes: ArrayLike<number>, dueMs?: number): void
  /**
   * Silences every port that was used and the chosen one, on all 16 channels, after all that is scheduled:
   * all notes off, all sound off, reset all controllers, reset.
   */
  panic(): void
  /** Ends what was sent and still sounds, without touching anything else. */
  silence(): void
  /** The port in use now; `undefined` while nothing can be sent. */
  readonly port: OutputPort | undefined
}

/** The plugin's own way out, beside what everybody may use. */
export interface OutputPath extends MidiOutput {
  /**
   * Hands a whole message on to the chosen port as it is, unchecked and without a copy: for what came in as a
   * message already. `dueMs` as for `send`.
   */
  pass(bytes: readonly number[], dueMs: number): void
}

export interface LogView {
  /** The 100 newest, oldest first. A new array with each change. */
  readonly events: readonly MidiEvent[]
  readonly paused: boolean
  /** Events ever received, also while paused. */
  readonly total: number
}

/** What was received: the 100 newest events. */
export interface MidiLog {
  /** Changes at most once a frame, however much is played. */
  readonly view: ReadonlyStore<LogView>
  /** The input's business: everything that it received is appended by it. */
  append(event: MidiEvent): void
  /** Holds the view still; events go on being kept. */
  setPaused(paused: boolean): void
  clear(): void
  /** Undoes the last `clear`; events since then stay. */
  restore(): void
  /** The events now and what held before the first of them: held notes, controllers and bends. */
  snapshot(): { readonly events: MidiEvent[]; readonly state: LogState }
}

/** `PROMPT`: the browser will ask or is asking. `unsupported`: this browser has no Web MIDI. */
export type AccessStatus = 'OK' | 'PROMPT' | 'DENIED' | 'unsupported'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
}

export type OutputPort = InputPort

export interface AccessView {
  readonly status: AccessStatus
  /** True while the browser is being asked. */
  readonly asking: boolean
  /** Whether system-exclusive messages were granted. */
  readonly sysex: boolean
  /** Why it is DENIED: somebody said no, the machine has no MIDI, or the browser failed in another way. */
  readonly reason?: 'refused' | 'no-midi-system' | 'failed'
  readonly inputs: readonly InputPort[]
  readonly outputs: readonly OutputPort[]
}

/** The MIDI devices of the machine, and whether the browser lets us at them. */
export interface MidiAccess {
  readonly view: ReadonlyStore<AccessView>
  /** Asks again; `sysex` false asks without system-exclusive messages. Never throws: see `view`. */
  request(options?: { readonly sysex?: boolean }): Promise<void>
}

/** `auto`: it counts as a guitar while it plays like one. */
export type GuitarMode = 'auto' | 'on' | 'off'

/** A device that plays, as it is set up and understood now. */
export interface InputView extends InputPort {
  /** Off: nothing that it plays is taken in. */
  readonly enabled: boolean
  /** Semitones that a full bend makes, as somebody has set it; 0 leaves it to the device. */
  readonly bendRange: number
  readonly guitar: GuitarView
}

/** One channel per string, in a row of neighbouring channels. */
export interface GuitarView {
  readonly mode: GuitarMode
  /** Whether it counts as a guitar now: its notes name their string then. */
  readonly active: boolean
  /** 1–16. The first is that of string 1, the highest; of the lowest where the row is reversed. */
  readonly firstChannel: number
  readonly lastChannel: number
  readonly reversed: boolean
  /** It has played what its string does not have in the tuning of the neck. */
  readonly mismatch: boolean
}

/** What may be set up of a device; all of it is remembered. */
export interface InputChange {
  readonly enabled?: boolean
  readonly guitar?: GuitarMode
  /** 1–16, with room for all strings. */
  readonly firstChannel?: number
  readonly reversed?: boolean
  /** 0–96 semitones. */
  readonly bendRange?: number
}

/** The devices that play and are connected. */
export interface MidiInputs {
  readonly view: ReadonlyStore<readonly InputView[]>
  /**
   * @throws FretworkError `input_unknown` where no such device is connected, `guitar_channels` where the strings
   * find no room
   */
  setUp(id: string, change: InputChange): void
}

/**
 * How far each channel is bent. Up to date when `MIDI_EVENT` tells of a bend, for events of every source. The range
 * is what somebody has set for the device, else what the port has said (registered parameter 0), else 2 semitones.
 */
export interface MidiBends {
  /** Semitones, negative downwards; 0 while nothing was bent. @param channel 1–16 */
  bendOf(portId: string, channel: number): number
  /** Semitones that a full bend makes, either way. @param channel 1–16 */
  rangeOf(portId: string, channel: number): number
}

/** The plugin's own: what the ports of devices play into, on the way to `MidiInput`. */
export interface DeviceInputs extends MidiInputs, Pick<MidiInput, 'receive' | 'release'> {
  /** Keeps up with the ports that are there. */
  follow(access: ReadonlyStore<Pick<AccessView, 'inputs'>>): void
  /** After a panic: whatever a device has told of its notes, they are over. */
  forgetNotes(): void
}

/** The plugin's own: where what `MidiBends` tells is taken in. */
export interface BendKeeper extends MidiBends {
  /** Takes in an event before anybody else hears of it. */
  apply(event: MidiEvent): void
  /** The range of a port, whatever it says itself; 0 leaves it to the port. */
  setRange(portId: string, semitones: number): void
  /** A port is gone, and with it what it has said. */
  forget(portId: string): void
}

/** An output port that can be sent to. */
export interface OutputTarget extends OutputPort {
  /** @param atMs on the clock of the application */
  send(bytes: readonly number[], atMs: number): void
}

/** The output ports that are there now. */
export interface OutputTargets {
  find(id: string): OutputTarget | undefined
  /** Called with the id of a port that is no longer there. */
  onGone(listener: (id: string) => void): Disposable
  /** Called with the id of a port that is there now and was not before. */
  onBack(listener: (id: string) => void): Disposable
}

/** The letters of the computer keyboard as an input; off until it is switched on. */
export interface ComputerKeyboard {
  readonly enabled: ReadonlyStore<boolean>
  toggle(): void
  /** What the page's keys are given to. */
  readonly keys: KeyListener
}

/** Every event of every input, after the filters, as it is logged. */
export const MIDI_EVENT = createEvent<MidiEvent>('midi-io.event')
/** Devices came or went, or access changed. */
export const PORTS_CHANGED = createEvent<AccessView>('midi-io.ports-changed')
/** A message that an output port has taken, with the time at which it sounds. */
export interface SentMessage {
  readonly portId: string
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
  readonly at: number
}

/** A tick of the MIDI clock (24 a beat) came in: too many to be events and to be logged. */
export interface ClockTick {
  readonly portId: string
  /** Milliseconds on the input's clock. */
  readonly at: number
}

/** Everything that goes out, as it is handed to its port. */
export const MIDI_SENT = createEvent<SentMessage>('midi-io.sent')
/** Timing clock of an input, after the filters. */
export const MIDI_TICK = createEvent<ClockTick>('midi-io.tick')
/** Panic: whoever sounds, plays or shows notes stops. The ports have been silenced already. */
export const MIDI_PANIC = createEvent<undefined>('midi-io.panic')

/** The bend range of a port is another one now: what is bent there is bent anew. Told with the port's id. */
export const BEND_RANGE_CHANGED = createEvent<string>('midi-io.bend-range-changed')

export const MIDI_INPUT = createToken<MidiInput>('midi-io.input')
export const MIDI_INPUTS = createToken<MidiInputs>('midi-io.inputs')
export const MIDI_BENDS = createToken<MidiBends>('midi-io.bends')
export const MIDI_OUTPUT = createToken<MidiOutput>('midi-io.output')
/** The plugin's own: what thru sends through. */
export const OUTPUT_PATH = createToken<OutputPath>('midi-io.output-path')
export const MIDI_LOG = createToken<MidiLog>('midi-io.log')
export const MIDI_ACCESS = createToken<MidiAccess>('midi-io.access')

/** The plugin's own: the devices as ports to play and to send to, the bends, and the computer keyboard. */
export const DEVICE_INPUTS = createToken<DeviceInputs>('midi-io.device-inputs')
export const BEND_KEEPER = createToken<BendKeeper>('midi-io.bend-keeper')
export const MIDI_DEVICES = createToken<MidiAccess & OutputTargets>('midi-io.devices')
export const COMPUTER_KEYBOARD = createToken<ComputerKeyboard>('midi-io.computer-keyboard')

/**
 * Something that plays into the input: a device layer, a bridge. Started while midi-io is active. One whose
 * `start` throws is taken out with a notice.
 */
export interface MidiSource {
  readonly id: string
  /** @returns ends the source; what it left sounding on its port is its own to release */
  start(input: MidiInput): Disposable
}

/**
 * Sees each message before anybody else. It must be quick: it runs for every message. One that throws is taken
 * out with a notice, and the message goes on.
 */
export interface MidiFilter {
  readonly id: string
  /**
   * `false` keeps the message back, unless it ends a note that sounds or lifts a pedal that is down: nothing
   * may hang because a filter came in between.
   */
  accepts(bytes: ArrayLike<number>, portId: string): boolean
}

/** Outputs that are no device: a synthesiser in the page. They are chosen like any port. */
export const MIDI_OUTPUTS = createExtensionPoint<OutputTarget>('midi-io.outputs')
/** The plugin's own: the outputs of other plugins, as far as they fit. */
export const PLUGIN_OUTPUTS = createToken<ReadonlyStore<readonly OutputTarget[]>>('midi-io.plugin-outputs')
export const MIDI_SOURCES = createExtensionPoint<MidiSource>('midi-io.sources')
export const MIDI_FILTERS = createExtensionPoint<MidiFilter>('midi-io.filters')

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
  /** Called when the page goes away. */
  onHide(run: () => void): Disposable
  /** Keys by their place (`KeyboardEvent.code`), outside text fields and without modifiers. */
  onKeys(listener: KeyListener): Disposable
  /** Offers a text, or the bytes of a MIDI file, to the user as a file. */
  save(name: string, content: string | Uint8Array): void
  /** Puts a text on the clipboard. Rejects where the browser does not allow that. */
  copy(text: string): Promise<void>
}

export interface KeyListener {
  /** @returns true when the key was used: nobody else gets it then */
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  /** The page has lost the keyboard: no `up` will come for keys held now. */
  lost(): void
}

/** Finds the page; `undefined` where the host is none. Tests give one of their own. */
export const MIDI_PAGE = createToken<() => Promise<MidiPage | undefined>>('midi-io.page')
