export function timeText(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const last = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${last}` : `${minutes}:${last}`
}

/** Formats a time with milliseconds: `1:02.345`. */
export function exactTimeText(ms: number): string {
  return `${Math.floor(ms / 60_000)}:${((ms % 60_000) / 1000).toFixed(3).padStart(6, '0')}`
}
