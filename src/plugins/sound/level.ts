/**
 * Squares a control of 0–1, as General MIDI recommends for channel volume (MMA, GM 1 developer guidelines).
 *
 * @example gainOf(0.5) // 0.25
 */
export function gainOf(control: number): number {
  const held = Math.min(1, Math.max(0, control))
  return held * held
}

/** @example decibelsOf(0.1) // -40 */
export function decibelsOf(control: number): number {
  return 20 * Math.log10(gainOf(control))
}
