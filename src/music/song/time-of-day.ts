const DAY_MS = 86_400_000

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

function two(number: number): string {
  return TWO_DIGITS[number] ?? '00'
}

/** @example timeOfDay(61_005.9) // '00:01:01:005' */
export function timeOfDay(ms: number): string {
  const whole = ms > 0 && Number.isFinite(ms) ? Math.floor(ms) % DAY_MS : 0
  const seconds = Math.floor(whole / 1000)
  const minutes = Math.floor(seconds / 60)
  const millis = String(whole % 1000).padStart(3, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}:${millis}`
}

/** @example timeOfDayMs('00:01:01:005') // 61005 */
export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0, millis = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis
}
