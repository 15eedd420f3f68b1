import type { Column } from '../../src/music/fingering/lattice.js'

const LEAST = 1e-12

/**
 * Returns the gradient of the log probability of the human's fingerings, each given only the notes so far,
 * with respect to the log weights. Uses reverse-mode differentiation of the forward recursion.
 * @returns gradient by column and edge
 */
export function slopesAsHeard(columns: readonly Column[], human: readonly number[]): Float64Array[] {
  const slopes: Float64Array[] = []
  let byMass = new Float64Array(columns[columns.length - 1]?.states.length ?? 0)
  for (let t = columns.length - 1; t >= 0; t -= 1) {
    const column = columns[t]
    if (!column) break
    const { states, edges, from, to, flow, total } = column
    const before = columns[t - 1]?.states
    let known = 0
    for (const { grip, mass } of states) if (grip === human[t]) known += mass
    let mean = 0
    for (const [at, { grip, mass }] of states.entries()) {
      if (grip === human[t]) byMass[at] = (byMass[at] ?? 0) + 1 / Math.max(known, LEAST)
      mean += (byMass[at] ?? 0) * mass
    }
    const slope = new Float64Array(edges)
    const byMassBefore = new Float64Array(before?.length ?? 1)
    for (let e = 0; e < edges; e += 1) {
      const a = from[e] ?? 0
      const own = ((flow[e] ?? 0) * ((byMass[to[e] ?? 0] ?? 0) - mean)) / total
      slope[e] = own
      const mass = before ? (before[a]?.mass ?? 0) : 1
      if (mass > 0) byMassBefore[a] = (byMassBefore[a] ?? 0) + own / mass
    }
    slopes[t] = slope
    byMass = byMassBefore
  }
  return slopes
}
