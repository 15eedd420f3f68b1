/** Colours with enough contrast on their background, for any accent of a tenant. */

/** One step towards black or white. */
const STEP = 0.02

/** Contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(channels(one)), luminance(channels(other))].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * The colour itself where it has the contrast; else as little darker on a light ground, or lighter on a dark one,
 * as it takes.
 * @param ratio 3 for what is looked at, 4.5 for what is read; what the ground cannot give ends in black or white
 */
export function seenOn(colour: string, ground: string, ratio: number): string {
  const towards = luminance(channels(ground)) > 0.18 ? 0 : 255
  for (let share = 0; share < 1; share += STEP) {
    const mixed = hex(channels(colour).map(value => value + (towards - value) * share))
    if (contrast(mixed, ground) >= ratio) return mixed
  }
  return hex([towards, towards, towards])
}

const channels = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

const hex = (values: readonly number[]) =>
  `#${values.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** From 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(values: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = values.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
