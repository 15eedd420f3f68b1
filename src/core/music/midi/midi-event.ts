/**
 * One shape for everything a MIDI input says, whichever source it came from (specification, section 3).
 * A log keeps these, exports these, and `fretwork replay` prints these.
 */

/** The word in the log for bytes that are not one whole message. */
export const MALFORMED = 'malformed'

interface MidiEventBase {
  /** Running number, unique within one `MidiInput`. */
  readonly key: number
  /** Local time of day as HH:mm:ss:SSS. */
  readonly time: string
  /** Milliseconds on the input's clock: monotonic, not a date. */
  readonly at: number
  readonly portId: string
  /** 1–16. */
  readonly channel: number
  /** The bytes as they arrived, status byte first. */
  readonly raw: readonly number[]
}

export interface NoteEvent extends MidiEventBase {
  readonly kind: 'note'
  readonly on: boolean
  /** Letter with sharp and octave, `C#4`; the octave is shifted by the offset and never below 0. */
  readonly name: string
  /** Identifies the sounding pitch: `<portId>:<channel>:<number>`. */
  readonly note: string
  readonly octave: number
  /** 0–127, as played: neither the octave offset nor the clamp changes it. */
  readonly number: number
  /** Note-on velocity, 0–1; 0 on a note-off. */
  readonly attack: number
  /** Note-off velocity, 0–1; 0 on a note-on. */
  readonly release: number
  /** The guitar string (1 = highest) where the source knows it. */
  readonly string?: number
}

export interface ControlChangeEvent extends MidiEventBase {
  readonly kind: 'controller'
  readonly on: null
  /** 0–127. */
  readonly controller: number
  /** 0–127, raw. */
  readonly value: number
  /** Label in the log: `CC-<controller>`. */
  readonly note: string
  /** Equal to `value`, so that a log row reads alike for notes and controllers. */
  readonly number: number
}

export interface PitchBendEvent extends MidiEventBase {
  readonly kind: 'bend'
  readonly on: null
  /** 0–16383, 8192 is the middle. */
  readonly value: number
  readonly note: 'PB'
  readonly number: number
}

/** Program changes, pressure, system messages: logged, not interpreted. */
export interface OtherMidiEvent extends MidiEventBase {
  readonly kind: 'other'
  readonly on: null
  /** The message in words: `programchange`, `channelaftertouch`, `sysex` … */
  readonly message: string
  readonly note: string
  /** First data byte, 0 where there is none. */
  readonly number: number
}

export type MidiEvent = NoteEvent | ControlChangeEvent | PitchBendEvent | OtherMidiEvent
