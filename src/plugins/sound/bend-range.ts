/** How far a channel's pitch bend reaches: the one registered parameter that the built-in sound knows. */

/** Semitones, before anybody sets it (General MIDI). */
const DEFAULT_RANGE = 2

/** Controllers by which a parameter is chosen and set (MIDI 1.0, registered parameter numbers). */
const CHOOSE = { fine: 100, coarse: 101, otherFine: 98, otherCoarse: 99 } as const
const SET = { whole: 6, hundredths: 38 } as const
const BEND_RANGE = 0
const NONE = 127

export interface BendRange {
  /** Takes a controller. @returns whether the range is another now */
  control(controller: number, value: number): boolean
  /** No parameter is chosen any more; the range stays. */
  unchoose(): void
  /** Semitones in both directions, with their hundredths. */
  readonly semitones: number
}

export function createBendRange(): BendRange {
  let coarse = NONE
  let fine = NONE
  let whole = DEFAULT_RANGE
  let hundredths = 0

  const unchoose = () => {
    coarse = NONE
    fine = NONE
  }

  return {
    control(controller, value) {
      if (controller === CHOOSE.coarse) coarse = value
      else if (controller === CHOOSE.fine) fine = value
      // A parameter of the maker's own: what is set next is not the bend range.
      else if (controller === CHOOSE.otherFine || controller === CHOOSE.otherCoarse) unchoose()
      if (coarse !== BEND_RANGE || fine !== BEND_RANGE) return false
      if (controller === SET.whole) {
        whole = value
        // Its hundredths come after it, or not at all.
        hundredths = 0
        return true
      }
      if (controller === SET.hundredths) {
        hundredths = Math.min(99, value)
        return true
      }
      return false
    },
    unchoose,
    get semitones() {
      return whole + hundredths / 100
    },
  }
}
