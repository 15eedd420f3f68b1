/** Volume curve. */

/**
 * The gain of a control of 0–1 is its square: in decibels 40·log10, as General MIDI recommends for channel volume (MMA,
 * GM 1 developer guidelines). Half is −12 dB.
 *
 * @example gainOf(0.5) // 0.25
 */
export function gainOf(control: number): number {
  const held = Math.min(1, Math.max(0, control))
  return held * held
}

/**
 * The same in decibels.
 *
 * @example decibelsOf(1) // 0
 * @example decibelsOf(0.1) // -40
 * @example decibelsOf(0) // -Infinity
 */
export function decibelsOf(control: number): number {
  return 20 * Math.log10(gainOf(control))
}
