/** Whether an input and an output belong to one device, as far as their names tell. */

interface Named {
  readonly name: string
  readonly manufacturer: string
}

/** What drivers add to the name of a device to tell its sides and ports apart. */
const SIDES = /\b(midi)?(in|out)(put)?\d*\b|\bport\b|[^\p{L}\p{N}]+/gu

/** @example deviceName('MIDIIN2 (KeyLab 61)') // 'keylab 61' */
export function deviceName(name: string): string {
  return name.toLowerCase().replaceAll(SIDES, ' ').replaceAll(/\s+/g, ' ').trim()
}

/** Names without their sides and manufacturers are the same; a manufacturer that nobody tells is no difference. */
export function isSameDevice(input: Named, output: Named): boolean {
  const made = input.manufacturer === output.manufacturer || !input.manufacturer || !output.manufacturer
  return made && deviceName(input.name) === deviceName(output.name)
}
