/**
 * The non-registered parameters that knobs of many devices send: 99 and 98 say which, 6 and 38 its value (MIDI 1.0).
 * Taken for controller 6, all knobs of a device would be one.
 */
import { CONTROLLER } from '../../core/music/midi/controller-numbers.js'

/** Both halves at 127: no parameter. */
const NONE = 0x3fff
const UNKNOWN = -1

/** What a device has selected, per channel of 16. */
export class SelectedParameters {
  private readonly coarse = new Int16Array(16).fill(UNKNOWN)
  private readonly fine = new Int16Array(16).fill(UNKNOWN)
  /** The coarse half of the value that came last. */
  private readonly values = new Uint8Array(16)

  /** Takes in a controller. @param channel 0–15 */
  take(channel: number, controller: number, value: number): void {
    switch (controller) {
      case CONTROLLER.nonRegisteredCoarse:
        this.coarse[channel] = value
        break
      case CONTROLLER.nonRegisteredFine:
        this.fine[channel] = value
        break
      case CONTROLLER.registeredCoarse:
      case CONTROLLER.registeredFine:
        this.coarse[channel] = UNKNOWN
        this.fine[channel] = UNKNOWN
        break
      case CONTROLLER.dataEntry:
        this.values[channel] = value
        break
    }
  }

  /** The parameter (0–16383) that a value belongs to now; undefined where it belongs to none. */
  selected(channel: number): number | undefined {
    const coarse = this.coarse[channel] ?? UNKNOWN
    const fine = this.fine[channel] ?? UNKNOWN
    const parameter = coarse * 128 + fine
    return coarse === UNKNOWN || fine === UNKNOWN || parameter === NONE ? undefined : parameter
  }

  /** The value with both halves, 0–127 with fractions. @param controller 6 or 38, with its value */
  valueOf(channel: number, controller: number, value: number): number {
    return controller === CONTROLLER.dataEntry ? value : joined(this.values[channel] ?? 0, value)
  }
}

/** Whether a controller selects a parameter: it is no control by itself. */
export function isSelector(controller: number): boolean {
  return controller >= CONTROLLER.nonRegisteredFine && controller <= CONTROLLER.registeredCoarse
}

export function isDataEntry(controller: number): boolean {
  return controller === CONTROLLER.dataEntry || controller === CONTROLLER.dataEntryFine
}

/** Two halves as one value of 0–127: the greatest of 14 bits is 127 too. */
export function joined(coarse: number, fine: number): number {
  return ((coarse * 128 + fine) / NONE) * 127
}
