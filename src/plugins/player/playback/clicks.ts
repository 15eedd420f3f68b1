/** The clicks of metronome and count-in: woodblocks on the channel of drums, high for the first beat of a bar. */
import { DRUM_CHANNEL } from '../../../core/music/song/song-events.js'

/** Keys of General MIDI's percussion map: the metronome click of General MIDI 2 is missing in most instruments. */
const HIGH = 76
const LOW = 77
const STRONG = 110
const WEAK = 80
/** How long a click is held. */
export const CLICK_MS = 40

export function clickOn(first: boolean): number[] {
  return [0x90 | DRUM_CHANNEL, first ? HIGH : LOW, first ? STRONG : WEAK]
}

export function clickOff(first: boolean): number[] {
  return [0x80 | DRUM_CHANNEL, first ? HIGH : LOW, 64]
}
