/** A tempo that climbs with clean passes, and falls with failed ones. */

export interface LadderRules {
  /** Percent of the song's own tempo: lowest and highest. */
  readonly from: number
  readonly to: number
  /** Percent by which it changes. */
  readonly step: number
  /** Clean passes in a row until it climbs, and failed ones until it falls. */
  readonly clean: number
  readonly failed: number
  /** The share of right notes that makes a pass clean, in percent. */
  readonly accuracy: number
}

export interface Rung {
  /** Percent. */
  readonly tempo: number
  readonly clean: number
  readonly failed: number
}

/** @param accuracy of the pass, 0–1 @returns where the ladder is after it */
export function climb(rules: LadderRules, { tempo, clean, failed }: Rung, accuracy: number): Rung {
  const isClean = accuracy * 100 >= rules.accuracy
  const within = (next: number) => Math.min(rules.to, Math.max(rules.from, next))
  if (isClean) {
    if (clean + 1 < rules.clean) return { tempo: within(tempo), clean: clean + 1, failed: 0 }
    return { tempo: within(tempo + rules.step), clean: 0, failed: 0 }
  }
  if (failed + 1 < rules.failed) return { tempo: within(tempo), clean: 0, failed: failed + 1 }
  return { tempo: within(tempo - rules.step), clean: 0, failed: 0 }
}
