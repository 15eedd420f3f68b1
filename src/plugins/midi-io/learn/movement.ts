import { getOrMake } from '../../../core/platform/store.js'
import { CONTROLLER, isDataEntry, NON_REGISTERED, PortState } from '../../../music/midi/port-state.js'
import { type Control, codeOfBytes, codeOfParameter, STATUS } from './control.js'

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
