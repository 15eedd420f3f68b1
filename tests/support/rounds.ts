// Number of property test rounds: up to 25 in `npm test`, all in `npm run soak`, which sets
// PROPERTY_ROUNDS=all.

/**
 * Returns options for `fc.assert(property, rounds(1000))`. A fixed seed makes failures reproducible.
 * @param all number of rounds in a soak run
 */
export function rounds(all: number, seed = 2026): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: process.env.PROPERTY_ROUNDS === 'all' ? all : Math.min(all, 25), seed }
}
