/** Shorthand for MIDI events as emitted by inputs. */
import type {
  ControlChangeEvent,
  MidiEvent,
  NoteEvent,
  PitchBendEvent,
} from '../../../src/music/midi/midi-event.js'

interface Source {
  readonly portId?: string
  readonly channel?: number
  /** Event time, ms. */
  readonly at?: number
}

const base = ({ portId = 'keys', channel = 1, at = 0 }: Source) => ({
  ...{ key: 1, time: '12:00:00:000', at, portId, channel, raw: [] },
})

export function noteOn(
  number: number,
  { velocity = 0.5, string, ...source }: Source & { velocity?: number; string?: number } = {},
): NoteEvent {
  const { portId, channel } = base(source)
  return {
    ...base(source),
    ...{ kind: 'note', on: true, name: '', note: `${portId}:${channel}:${number}`, octave: 0, number },
    attack: velocity,
    release: 0,
    ...(string === undefined ? {} : { string }),
  }
}

export function noteOff(number: number, options: Source & { string?: number } = {}): NoteEvent {
  return { ...noteOn(number, options), on: false, attack: 0, release: 0.5 }
}

export function controller(number: number, value: number, source: Source = {}): ControlChangeEvent {
  return {
    ...base(source),
    ...{ kind: 'controller', on: null, controller: number, value, note: `CC-${number}`, number: value },
  }
}

export function bend(value: number, source: Source = {}): PitchBendEvent {
  return { ...base(source), kind: 'bend', on: null, value, note: 'PB', number: value }
}

export function other(message: string, source: Source = {}): MidiEvent {
  return { ...base(source), kind: 'other', on: null, message, note: message, number: 0 }
}
