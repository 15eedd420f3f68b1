/** When a controller is pressed: pedals and buttons send values, and not the same ones. */
import { isOn } from '../../core/music/midi/controllers.js'

/**
 * After so many milliseconds the same value is another press: some pedal boards send 127 each time that one
 * steps on them, and nothing when one leaves. What repeats itself sooner is a device that sends twice.
 */
const AGAIN_MS = 150

/** Below it is let go. A worn pedal that trembles about the middle is neither pressed nor let go by that. */
const LET_GO = 48

export interface Presses {
  /**
   * @param value 0–127 @param at when it came, in milliseconds
   * @returns whether that was a press: the way up over the middle, once until it was let go
   */
  take(value: number, at: number): boolean
}

export function createPresses(): Presses {
  let last = 0
  let lastAt = 0
  let down = false
  return {
    take(value, at) {
      const again = value === last && at - lastAt >= AGAIN_MS
      const pressed = isOn(value) && (!down || again)
      if (pressed) down = true
      else if (value < LET_GO) down = false
      last = value
      lastAt = at
      return pressed
    },
  }
}
