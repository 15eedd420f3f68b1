/** What moves on a device: which control, and how far, whatever messages that takes. */
import { NON_REGISTERED } from '../../core/music/midi/channel-state.js'
import { CONTROLLER, isDataEntry } from '../../core/music/midi/controllers.js'
import { PortState } from '../../core/music/midi/port-state.js'
import { getOrMake } from '../../core/platform/get-or-make.js'
import { type Control, codeOfBytes, codeOfParameter, STATUS } from './control.js'

const NOTE_OFF = 0x80
/** The highest value of 14 bits. */
const HIGHEST = 0x3fff

/** Knobs of many devices send non-registered parameters: taken for controller 6, all of them would be one. */
export class Movements {
  private readonly ports = new Map<string, PortState>()

  /** Takes in a message; call it for every one, before the methods below. */
  follow(bytes: ArrayLike<number>, portId: string): void {
    if (((bytes[0] ?? 0) & 0xf0) === STATUS.controller) this.portOf(portId).apply(bytes)
  }

  /** The code of the control that sent a message; a note-off belongs to the control of its note. */
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

  /** How far a control is moved by one of its messages, 0–127; those of 14 bits with fractions. */
  valueOf(
    { kind, number }: Pick<Control, 'kind' | 'number'>,
    bytes: ArrayLike<number>,
    portId: string,
  ): number {
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

  /** The non-registered parameter (0–16383) that is selected on a channel (1–16) of a port. */
  parameter(portId: string, channel: number): number | undefined {
    const selected = this.ports.get(portId)?.channel(channel - 1).selected
    return selected !== undefined && selected >= NON_REGISTERED ? selected - NON_REGISTERED : undefined
  }

  private portOf(id: string): PortState {
    return getOrMake(this.ports, id, () => new PortState())
  }
}

/** Two halves as one value of 0–127, so that the highest of 14 bits is 127 too; an unset coarse half counts as 0. */
function joined(coarse: number, fine: number): number {
  return ((Math.max(0, coarse) * 128 + fine) / HIGHEST) * 127
}
