/**
 * Returns the two-sided p-value of the Mann-Whitney U test for at least twenty values. Uses the normal
 * approximation with corrections for continuity and ties (Mann and Whitney, Annals of Mathematical Statistics
 * 18, 1947; Conover, Practical Nonparametric Statistics, 5.1).
 */
export function mannWhitneyP(left: readonly number[], right: readonly number[]): number {
  const all = [
    ...left.map(value => ({ value, isLeft: true })),
    ...right.map(value => ({ value, isLeft: false })),
  ].sort((a, b) => a.value - b.value)
  let leftRanks = 0
  let tied = 0
  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    // Equal values share their mean rank.
    const rank = (from + 1 + to) / 2
    leftRanks += rank * all.slice(from, to).filter(({ isLeft }) => isLeft).length
    tied += (to - from) ** 3 - (to - from)
  }
  const product = left.length * right.length
  const u = leftRanks - (left.length * (left.length + 1)) / 2
  const count = all.length
  const deviation = Math.sqrt((product / 12) * (count + 1 - tied / (count * (count - 1))))
  const distance = Math.max(0, Math.abs(u - product / 2) - 0.5)
  return deviation === 0 ? 1 : 2 * upperTail(distance / deviation)
}

/** Accurate to 10⁻⁷ (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const polynomial = factors.reduceRight((sum, factor) => (sum + factor) * t, 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
