import { phrases } from '../../../core/platform/phrases.js'
import { getOrMake } from '../../../core/platform/store.js'
import { noteName } from '../../../music/guitar/note-name.js'
import { controllerName } from '../../../music/midi/controller-names.js'
import {
  CONTROLLER,
  isDataEntry,
  isModeMessage,
  isParameterSelector,
  NON_REGISTERED,
  PortState,
} from '../../../music/midi/port-state.js'
import type { Binding } from '../settings.js'
import { NECK_PORT, SONG_PORT } from '../tokens.js'

export type Control = Pick<Binding, 'kind' | 'channel' | 'number' | 'fine'>

export const STATUS = {
  note: 0x90,
  controller: 0xb0,
  program: 0xc0,
  pressure: 0xd0,
  bend: 0xe0,
} as const

/** False for song playback: a pedal in a song must not turn pages. */
export function isControlPort(portId: string): boolean {
  return portId !== NECK_PORT && portId !== SONG_PORT
}

export function hasValue({ kind }: Pick<Control, 'kind'>): boolean {
  return kind !== 'note' && kind !== 'program'
}

/** Returns a number as the lookup key. A string would create garbage. */
export function controlCode({ kind, channel, number }: Control): number {
  if (kind === 'nrpn') return codeOfParameter(channel - 1, number)
  return codeOfBytes(STATUS[kind] | (channel - 1), number)
}

/** Returns a code above all codes of byte messages. @param channel 0–15 @param parameter 0–16383 */
export function codeOfParameter(channel: number, parameter: number): number {
  return (1 << 18) | (channel << 14) | parameter
}

export function codeOfBytes(status: number, number: number): number {
  return (status << 7) | number
}

/**
 * @param parameter the channel's selected NRPN
 * @returns `undefined` for note-offs and channel mode messages
 */
export function controlOf(bytes: ArrayLike<number>, parameter?: number): Control | undefined {
  const [status, number, value] = [bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0]
  const channel = (status & 15) + 1
  switch (status & 0xf0) {
    case STATUS.note:
      return value > 0 ? { kind: 'note', channel, number } : undefined
    case STATUS.controller:
      if (isDataEntry(number) && parameter !== undefined) return { kind: 'nrpn', channel, number: parameter }
      // The two halves of an NRPN or RPN and mode messages such as *all notes off* aren't controls.
      if (isModeMessage(number) || isParameterSelector(number)) return undefined
      return { kind: 'controller', channel, number }
    case STATUS.program:
      return { kind: 'program', channel, number }
    case STATUS.bend:
      return { kind: 'bend', channel, number: 0 }
    case STATUS.pressure:
      return { kind: 'pressure', channel, number: 0 }
    default:
      return undefined
  }
}

const NOTE_OFF = 0x80
const HIGHEST = 0x3fff

/** Tracks NRPNs. Many knobs send them, and they would all look like controller 6. */
export class Movements {
  private readonly ports = new Map<string, PortState>()

  constructor(private readonly stateOf: (portId: string) => PortState | undefined = () => undefined) {}

  forget(): void {
    this.ports.clear()
  }

  follow(bytes: ArrayLike<number>, portId: string): void {
    if (((bytes[0] ?? 0) & 0xf0) === STATUS.controller) this.portOf(portId).apply(bytes)
  }

  /** Returns the control code of a message. A note-off has the code of its note. */
  codeOf(bytes: ArrayLike<number>, portId: string): number {
    const status = bytes[0] ?? 0
    const first = bytes[1] ?? 0
    switch (status & 0xf0) {
      case NOTE_OFF:
        return codeOfBytes(status + (STATUS.note - NOTE_OFF), first)
      case STATUS.bend:
      case STATUS.pressure:
        return codeOfBytes(status, 0)
      case STATUS.controller: {
        const parameter = isDataEntry(first) ? this.parameter(portId, (status & 15) + 1) : undefined
        return parameter === undefined ? codeOfBytes(status, first) : codeOfParameter(status & 15, parameter)
      }
      default:
        return codeOfBytes(status, first)
    }
  }

  /** Returns 0–127, with fractions for 14-bit values. */
  valueOf({ kind, number }: Pick<Control, 'kind' | 'number'>, bytes: ArrayLike<number>, portId: string) {
    const [first, second] = [bytes[1] ?? 0, bytes[2] ?? 0]
    const channel = this.portOf(portId).channel((bytes[0] ?? 0) & 15)
    switch (kind) {
      case 'bend':
        return joined(second, first)
      case 'pressure':
        return first
      case 'nrpn':
        if (first === CONTROLLER.dataEntry) return second
        return joined(channel.parameters.get(number | NON_REGISTERED)?.coarse ?? 0, second)
      case 'controller':
        return first === number ? second : joined(channel.sent(number), second)
      default:
        return second
    }
  }

  /** Returns the NRPN (0–16383) selected on a channel (1–16). */
  parameter(portId: string, channel: number): number | undefined {
    const selected = this.ports.get(portId)?.channel(channel - 1).selected
    return selected !== undefined && selected >= NON_REGISTERED ? selected - NON_REGISTERED : undefined
  }

  private portOf(id: string): PortState {
    return getOrMake(this.ports, id, () => new PortState(this.stateOf(id)))
  }
}

/** Combines a coarse and a fine byte to 0–127; a missing coarse byte counts as 0. */
function joined(coarse: number, fine: number): number {
  return ((Math.max(0, coarse) * 128 + fine) / HIGHEST) * 127
}

const WORDS = phrases({
  controller: 'CC {{number}} ({{name}}), channel {{channel}}',
  fine: 'CC {{number}} ({{name}}, 14-bit), channel {{channel}}',
  note: 'Note {{name}}, channel {{channel}}',
  program: 'Program {{number}}, channel {{channel}}',
  nrpn: 'NRPN {{number}}, channel {{channel}}',
  bend: 'Pitch bend, channel {{channel}}',
  pressure: 'Aftertouch, channel {{channel}}',
})

/** Returns an English message template. Program numbers start at 1. */
export function controlWords({ kind, channel, number, fine }: Control) {
  const name = kind === 'note' ? noteName(number).name : controllerName(number)
  const message = fine ? WORDS.fine : WORDS[kind]
  return { message, values: { number: kind === 'program' ? number + 1 : number, name, channel } }
}
