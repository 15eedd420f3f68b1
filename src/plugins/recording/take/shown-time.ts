/** Minutes and seconds: `1:05`. */
const SECOND_MS = 1000
const PER_MINUTE = 60

export function shownTime(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS)
  return `${Math.floor(seconds / PER_MINUTE)}:${String(seconds % PER_MINUTE).padStart(2, '0')}`
}
