// Shared by the build, which writes these files, and the page, which loads them.
import type { Patch } from './sound-port.js'

/** Version of FluidR3Mono, which the build cuts into one file per program. */
const VERSION = '2.312'

/** General MIDI 2 drum kits in the bank. */
export const KITS: readonly number[] = [0, 8, 16, 24, 25, 32, 40, 48, 56]

/** Programs that are downloaded in advance: guitars, basses, electric piano, organ, trumpet and flute. */
export const CORE_PROGRAMS: readonly number[] = [
  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37,
].concat([4, 16, 56, 73])

/** @example bankFile({ program: 24 }) // 'assets/gm-2.312-24.sf3' */
export function bankFile({ program, isDrums }: Patch): string {
  if (!isDrums) return `assets/gm-${VERSION}-${program}.sf3`
  return `assets/gm-${VERSION}-kit-${KITS.includes(program) ? program : 0}.sf3`
}
