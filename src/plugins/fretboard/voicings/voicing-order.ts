/** The first voicings are varied, so that they aren't one shape. */
interface Ordered {
  readonly frets: readonly (number | undefined)[]
  cost: number
}

const VARIED = 12
const CHOICES = 60

const VARIETY = {
  subset: 0.45, // differs only in muted strings
  sibling: 0.55, // differs on one string
}

/** Sorts in place and raises costs; of equal ones the first found stays first. */
export function inPlayersOrder<T extends Ordered>(found: T[]): T[] {
  const byCost = (a: Ordered, b: Ordered) => a.cost - b.cost
  found.sort(byCost)
  const rest = found.slice(0, CHOICES)
  for (let round = Math.min(VARIED, rest.length); round > 0; round -= 1) {
    const best = rest.reduce((first, each) => (each.cost < first.cost ? each : first))
    rest.splice(rest.indexOf(best), 1)
    for (const each of rest) each.cost += likeness(each.frets, best.frets)
  }
  return found.sort(byCost)
}

function likeness(a: Ordered['frets'], b: Ordered['frets']): number {
  let moved = 0
  let silent = 0
  let inside = false
  for (let index = 0; index < a.length; index += 1) {
    if (a[index] === b[index]) continue
    if (a[index] === undefined || b[index] === undefined) {
      silent += 1
      inside ||= isInside(a[index] === undefined ? a : b, index)
    } else moved += 1
    if (moved > 1) return 0
  }
  // 8x888x is a shell, not a part of the barre 8-10-8-8-8-8.
  if (inside && silent > 1) return 0
  if (moved === 0) return VARIETY.subset
  return silent < 2 ? VARIETY.sibling : 0
}

function isInside(frets: Ordered['frets'], index: number): boolean {
  const sounds = (fret: number | undefined) => fret !== undefined
  return frets.findIndex(sounds) < index && index < frets.findLastIndex(sounds)
}
