/** One MIDI channel of one input as the neck sees it: what it holds, its pedal, its bend. */
import type { ControlChangeEvent } from '../../core/music/midi-event.js'

/** Controller numbers of MIDI 1.0 that matter to what sounds. */
export const CONTROLLER = {
  dataEntry: 6,
  dataEntryFine: 38,
  sustain: 64,
  rpnFine: 100,
  rpnCoarse: 101,
  allSoundOff: 120,
  resetAll: 121,
  allNotesOff: 123,
} as const

/** MIDI 1.0: a receiver that was told nothing bends by two semitones. */
const USUAL_BEND_RANGE = 2
const BEND_MIDDLE = 8192
/** Registered parameter 0 is the bend range; 127/127 is none. */
const BEND_RANGE_PARAMETER = 0
const NO_PARAMETER = 0x3fff

/** One note that sounds: from its note-on until its note-off, or until the pedal lets it go. */
export interface Voice {
  readonly channel: Channel
  readonly pitch: number
  /** Where the source knows it; else the note sounds wherever its pitch lies. */
  readonly string: number | undefined
  velocity: number
  held: boolean
}

export class Channel {
  /** By pitch and string, so that one pitch on two strings is two voices. */
  readonly voices = new Map<number, Voice>()
  pedal = false
  private bendValue = BEND_MIDDLE
  private bendRange = USUAL_BEND_RANGE
  private parameter = NO_PARAMETER

  /** In semitones, negative downwards. */
  get bend(): number {
    return ((this.bendValue - BEND_MIDDLE) / BEND_MIDDLE) * this.bendRange
  }

  /** @param value raw, 0–16383 */
  bendTo(value: number): void {
    this.bendValue = value
  }

  /** Takes in the controllers that set the bend range (registered parameter 0). @returns whether it changed */
  setParameter({ controller, value }: ControlChangeEvent): boolean {
    if (controller === CONTROLLER.rpnCoarse) this.parameter = (value << 7) | (this.parameter & 127)
    if (controller === CONTROLLER.rpnFine) this.parameter = (this.parameter & ~127) | value
    if (this.parameter !== BEND_RANGE_PARAMETER) return false
    const before = this.bendRange
    if (controller === CONTROLLER.dataEntry) this.bendRange = value + (before % 1)
    if (controller === CONTROLLER.dataEntryFine)
      this.bendRange = Math.floor(before) + Math.min(value, 99) / 100
    return this.bendRange !== before
  }

  /** Controller 121: pedal up, bend in the middle, no parameter chosen; the bend range stays (MIDI RP-015). */
  reset(): void {
    this.pedal = false
    this.bendValue = BEND_MIDDLE
    this.parameter = NO_PARAMETER
  }
}
