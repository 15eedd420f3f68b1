/** The order of voicings: by cost, and at the beginning by variety, so that the first ones aren't one shape. */
interface Ordered {
  /** From the capo, string 1 first; `undefined` for unplayed strings. */
  readonly frets: readonly (number | undefined)[]
  cost: number
}

/** Voicings at the beginning that differ from one another, and those that they are chosen from. */
const VARIED = 12
const CHOICES = 60

const VARIETY = {
  /** For each voicing in front that differs only in strings that are left out. */
  subset: 0.45,
  /** For each in front that differs on one string. */
  sibling: 0.55,
}

/** Sorts in place and raises costs accordingly; of equal ones the first found stays first. */
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

/** Whether strings sound on both sides of this one. */
function isInside(frets: Ordered['frets'], index: number): boolean {
  const sounds = (fret: number | undefined) => fret !== undefined
  return frets.findIndex(sounds) < index && index < frets.findLastIndex(sounds)
}
