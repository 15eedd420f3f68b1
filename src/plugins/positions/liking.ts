/** What a player likes, found from where notes were pinned: how high, how far from the lowest frets, how open. */
import { type Liking, NO_LIKING } from './lattice.js'

/** How far players differ in each, in the order in which they are tried. */
const DIFFER = [
  ['hand', 0.5],
  ['excess', 1.6],
  ['open', 1.6],
] as const
const SHARES = [-2, -1, -0.5, -0.25, 0.25, 0.5, 1, 2]
const NEARER = [0.5, 0.7, 1.4]
/** Notes of a passage are alike: so many pins tell as much as one; a few that were set by hand tell more each. */
const alikeOf = (pins: number) => Math.max(3, Math.min(20, pins / 5))

/**
 * The liking that agrees best with the pins, held back by how far players differ. One is tried after the other: the
 * three are no steep hill, and a few walks through the pinned passage must do.
 *
 * @param pins their number
 * @param agreement logarithm of how well the pinned notes are foretold under a liking
 */
export function likingOf(pins: number, agreement: (liking: Liking) => number): Liking {
  const worth = (liking: Liking) =>
    agreement(liking) / alikeOf(pins) -
    DIFFER.reduce((sum, [key, unit]) => sum + (liking[key] / unit) ** 2, 0) / 2
  let best = NO_LIKING
  let most = worth(best)
  for (const [key, unit] of DIFFER) {
    const from = best
    let found = 0
    const tryShare = (share: number) => {
      const tried = { ...from, [key]: from[key] + share * unit }
      const own = worth(tried)
      if (own <= most) return
      most = own
      best = tried
      found = share
    }
    for (const share of SHARES) tryShare(share)
    // Closer around the best: a little more can be far too much.
    const middle = found
    if (middle !== 0) for (const nearer of NEARER) tryShare(middle * nearer)
  }
  return best
}

export function sumOf(liking: Liking, other: Liking, share = 1): Liking {
  return {
    excess: liking.excess + other.excess * share,
    hand: liking.hand + other.hand * share,
    open: liking.open + other.open * share,
  }
}
