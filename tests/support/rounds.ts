// Number of rounds of property tests: up to 25 in `npm test`, all in `npm run soak`, which sets PROPERTY_ROUNDS=all.

/**
 * Options such as `fc.assert(property, rounds(1000))`. The fixed seed makes a failure repeatable.
 * @param all number of rounds in a soak run
 */
export function rounds(all: number, seed = 2026): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: process.env.PROPERTY_ROUNDS === 'all' ? all : Math.min(all, 25), seed }
}
