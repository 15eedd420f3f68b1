/** When a control that moves counts as a button that is pressed. */
import { isOn } from '../../core/music/midi/controllers.js'

/**
 * After so many milliseconds the same value is another press: some pedal boards send 127 each time that one
 * steps on them, and nothing when one leaves. What repeats itself sooner is a device that sends twice.
 */
const AGAIN_MS = 150

/** Released below this. A worn pedal that trembles around the middle is neither pressed nor released by that. */
const LET_GO = 48

export function createPresses() {
  let last = 0
  let lastAt = 0
  let down = false
  return {
    /**
     * @param value 0–127 @param at when it came, in milliseconds
     * @returns whether that was a press: the way up over the middle, once until it is released
     */
    take(value: number, at: number) {
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

export type Presses = ReturnType<typeof createPresses>
