// How many rounds a property test runs: a tenth in `npm test`, all of them in `npm run soak`, where PROPERTY_ROUNDS is 1.

const SHARE = Number(process.env.PROPERTY_ROUNDS ?? 0.1)
/** Fewer would not reach the rarer cases of a generator. */
const FEWEST = 25

/**
 * `fc.assert(property, rounds(1000))`. The seed is fixed, so that a failure can be repeated.
 * @param all the rounds of a soak run
 */
export function rounds(all: number, seed = 2026): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: Math.min(all, Math.max(FEWEST, Math.round(all * SHARE))), seed }
}
