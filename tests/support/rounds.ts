// `npm test` runs up to 25 rounds of each property test, and a part of some tables of cases. `npm run soak`
// runs all, with PROPERTY_ROUNDS=all.

export const IS_SOAK = process.env.PROPERTY_ROUNDS === 'all'

/**
 * Returns options for `fc.assert(property, rounds(1000))`. A fixed seed makes failures reproducible.
 * @param all number of rounds in a soak run
 */
export function rounds(all: number, seed = 2026): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: IS_SOAK ? all : Math.min(all, 25), seed }
}

/** Returns every nth case, or all in a soak run. */
export function sample<Case>(cases: readonly Case[], nth: number): readonly Case[] {
  return IS_SOAK ? cases : cases.filter((_, index) => index % nth === 0)
}
