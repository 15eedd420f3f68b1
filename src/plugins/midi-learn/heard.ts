/** Which of the controls that are heard is the one that somebody moves. */

import { FINE_HALF } from '../../core/music/midi/controllers.js'
import type { HeardControl } from './tokens.js'

/** The newest one; the fine half of the one before makes that a control of 14 bits, which one fader sends. */
export function heardNow(before: HeardControl | undefined, heard: HeardControl): HeardControl {
  if (!before) return heard
  if (isFineHalf(before, heard)) return { ...before, control: { ...before.control, fine: true } }
  // The coarse half once more: it is still of 14 bits.
  return isSame(before, heard) && before.control.fine ? { ...heard, control: before.control } : heard
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

function isSame({ control: a, port }: HeardControl, { control: b, port: other }: HeardControl): boolean {
  return a.kind === b.kind && a.channel === b.channel && a.number === b.number && port.id === other.id
}
