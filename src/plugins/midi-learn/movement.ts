/** What moves on a device: which control, and how far, whatever messages that takes. */
import { CONTROLLER } from '../../core/music/midi/controller-numbers.js'
import { type Control, codeOfBytes, codeOfParameter, STATUS } from './control.js'
import { isDataEntry, joined, SelectedParameters } from './parameters.js'

/** Controllers 32 to 63 send the fine halves of 0 to 31 (MIDI 1.0). */
export const FINE_HALF = 32

const NOTE_OFF = 0x80

/** What each port has selected, and the coarse halves of its controllers. */
export class Movements {
  private readonly ports = new Map<string, Port>()

  /** Keeps up with a message. To be asked for every one, before the others below. */
  follow(bytes: ArrayLike<number>, portId: string): void {
    const status = bytes[0] ?? 0
    if ((status & 0xf0) !== STATUS.controller) return
    const controller = bytes[1] ?? 0
    // Most controllers are neither a coarse half nor a parameter.
    if (controller >= FINE_HALF && controller < CONTROLLER.nonRegisteredFine) return
    const port = this.portOf(portId)
    port.parameters.take(status & 15, controller, bytes[2] ?? 0)
    if (controller < FINE_HALF) port.coarse[(status & 15) * FINE_HALF + controller] = bytes[2] ?? 0
  }

  /** The code of the control that a message is of; the end of a note is of the control that the note is. */
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
        const parameter = isDataEntry(first)
          ? this.ports.get(portId)?.parameters.selected(status & 15)
          : undefined
        return parameter === undefined ? codeOfBytes(status, first) : codeOfParameter(status & 15, parameter)
      }
      default:
        return codeOfBytes(status, first)
    }
  }

  /** How far a control is moved by a message of its own, 0–127; those of 14 bits with fractions. */
  valueOf(
    { kind, number }: Pick<Control, 'kind' | 'number'>,
    bytes: ArrayLike<number>,
    portId: string,
  ): number {
    const channel = (bytes[0] ?? 0) & 15
    const [first, second] = [bytes[1] ?? 0, bytes[2] ?? 0]
    switch (kind) {
      case 'bend':
        return joined(second, first)
      case 'pressure':
        return first
      case 'nrpn':
        return this.portOf(portId).parameters.valueOf(channel, first, second)
      case 'controller':
        if (first === number) return second
        return joined(this.portOf(portId).coarse[channel * FINE_HALF + number] ?? 0, second)
      default:
        return second
    }
  }

  /** The parameter that is selected on a channel (1–16) of a port. */
  parameter(portId: string, channel: number): number | undefined {
    return this.ports.get(portId)?.parameters.selected(channel - 1)
  }

  private portOf(id: string): Port {
    const known = this.ports.get(id)
    if (known) return known
    const made = { parameters: new SelectedParameters(), coarse: new Uint8Array(16 * FINE_HALF) }
    this.ports.set(id, made)
    return made
  }
}

interface Port {
  readonly parameters: SelectedParameters
  /** By channel × 32 + controller. */
  readonly coarse: Uint8Array
}
