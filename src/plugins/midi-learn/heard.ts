/** Which of the controls that are heard is the one that somebody moves. */
import type { HeardControl } from './tokens.js'

/** Controllers 32 to 63 send the fine halves of 0 to 31 (MIDI 1.0): one fader sends both. */
const FINE_HALF = 32

/** The newest one, except for the fine half of the one before. */
export function heardNow(before: HeardControl | undefined, heard: HeardControl): HeardControl {
  return before && isFineHalf(before, heard) ? before : heard
}

function isFineHalf(
  { control: coarse, port }: HeardControl,
  { control: fine, port: other }: HeardControl,
): boolean {
  return (
    coarse.kind === 'controller' &&
    fine.kind === 'controller' &&
    coarse.number < FINE_HALF &&
    fine.number === coarse.number + FINE_HALF &&
    fine.channel === coarse.channel &&
    other.id === port.id
  )
}
