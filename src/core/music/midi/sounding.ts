/** What the messages sent so far have left sounding on one port, and the messages that silence it. */
import { CONTROLLER, isHoldingPedal, isLeftOn } from './controller-numbers.js'

const MIDDLE_BEND = 8192

export interface Sounding {
  /** Remembers a message that was sent; anything but channel messages is let pass. */
  sent(bytes: ArrayLike<number>): void
  /** Whether a message ends a note that sounds, lifts a pedal that is down, or takes a modulation or a pressure back. */
  ends(bytes: ArrayLike<number>): boolean
  /**
   * Messages that end every note still sounding, lift every pedal still down, bring every modulation wheel and
   * every pressure of a channel to rest and every bend back to the middle; empty when all is quiet. Forgets it all.
   */
  silence(): number[][]
  /** Notes sounding now. */
  readonly notes: number
}

export function createSounding(): Sounding {
  const notes = new Set<number>()
  /** Pedals that are down and modulation wheels that are up, by channel × 128 + controller. */
  const leftOn = new Set<number>()
  const pressed = new Set<number>()
  const bent = new Set<number>()

  return {
    sent(bytes) {
      const status = bytes[0] ?? 0
      const first = bytes[1] ?? 0
      const second = bytes[2] ?? 0
      const channel = status & 15
      switch (status >> 4) {
        case 0x8:
          notes.delete(channel * 128 + first)
          break
        case 0x9:
          if (second > 0) notes.add(channel * 128 + first)
          else notes.delete(channel * 128 + first)
          break
        case 0xb:
          if (isHoldingPedal(first) || first === CONTROLLER.modulation) {
            mark(leftOn, channel * 128 + first, isLeftOn(first, second))
          }
          break
        case 0xd:
          mark(pressed, channel, first > 0)
          break
        case 0xe:
          mark(bent, channel, ((second << 7) | first) !== MIDDLE_BEND)
          break
      }
    },
    ends(bytes) {
      const channel = (bytes[0] ?? 0) & 15
      const kind = (bytes[0] ?? 0) >> 4
      const first = bytes[1] ?? 0
      const second = bytes[2] ?? 0
      if (kind === 0x8 || (kind === 0x9 && second === 0)) return notes.has(channel * 128 + first)
      if (kind === 0xd) return first === 0 && pressed.has(channel)
      return kind === 0xb && !isLeftOn(first, second) && leftOn.has(channel * 128 + first)
    },
    silence() {
      const messages = [
        ...Array.from(notes, note => [0x80 | (note >> 7), note & 127, 64]),
        ...Array.from(leftOn, each => [0xb0 | (each >> 7), each & 127, 0]),
        ...Array.from(pressed, channel => [0xd0 | channel, 0]),
        ...Array.from(bent, channel => [0xe0 | channel, 0, 64]),
      ]
      notes.clear()
      leftOn.clear()
      pressed.clear()
      bent.clear()
      return messages
    },
    get notes() {
      return notes.size
    },
  }
}

function mark(places: Set<number>, place: number, on: boolean): void {
  if (on) places.add(place)
  else places.delete(place)
}
