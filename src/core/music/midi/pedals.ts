/** The two pedals of one channel that keep notes sounding: sustain keeps all, sostenuto what was down with it. */
import { CONTROLLER, isOn } from './controller-numbers.js'

/** One note that sounds. */
export interface HeldNote {
  /** The finger is on it. */
  down: boolean
  /** It was down when the sostenuto pedal was pressed. */
  caught: boolean
}

export class Pedals {
  private sustain = false
  private sostenuto = false

  /**
   * Takes in a controller.
   *
   * @param value 0–127
   * @param notes those that sound on the channel
   * @returns whether it was one of the two pedals
   */
  control(controller: number, value: number, notes: ReadonlyMap<unknown, HeldNote>): boolean {
    const on = isOn(value)
    if (controller === CONTROLLER.sustain) {
      this.sustain = on
      return true
    }
    if (controller !== CONTROLLER.sostenuto) return false
    // Pressed a second time it catches nothing new.
    if (on && !this.sostenuto) for (const note of notes.values()) note.caught = note.down
    this.sostenuto = on
    return true
  }

  /** Whether a note goes on sounding. */
  keeps({ down, caught }: HeldNote): boolean {
    return down || this.sustain || (caught && this.sostenuto)
  }

  lift(): void {
    this.sustain = false
    this.sostenuto = false
  }
}
