/** How much a plugin that runs apart may send: an amount at once, which comes back with time. */

export class Budget {
  private left: number
  private since: number

  /** @param atOnce and how much of it comes back in a second */
  constructor(
    private readonly atOnce: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = atOnce
    this.since = now()
  }

  /** @returns whether there was enough; if not, nothing is left */
  spend(amount: number): boolean {
    const now = this.now()
    this.left = Math.min(this.atOnce, this.left + ((now - this.since) / 1000) * this.perSecond) - amount
    this.since = now
    if (this.left >= 0) return true
    this.left = 0
    return false
  }
}

/** No data of ours is so deep. */
const DEPTH = 40
/** Of a number, a member or an object, roughly as they are kept. */
const BYTES = 8
/** Of a list or an object on top of what is in it. */
const HOLDER_BYTES = 32

/** Roughly the bytes of a message; infinite if it is deeper than data is, or holds something else than data. */
export function weightOf(message: unknown, most: number): number {
  const waiting: [holder: object, depth: number][] = []
  let weight = 0
  const add = (value: unknown, depth: number) => {
    weight += BYTES
    if (typeof value === 'string') weight += value.length
    if (typeof value !== 'object' || value === null) return
    weight += HOLDER_BYTES
    waiting.push([value, depth])
  }
  add(message, 0)
  for (let next = waiting.pop(); next && weight <= most; next = waiting.pop()) {
    const [holder, depth] = next
    if (holder instanceof ArrayBuffer || ArrayBuffer.isView(holder)) weight += holder.byteLength
    else if (depth >= DEPTH || !isData(holder)) return Number.POSITIVE_INFINITY
    else if (Array.isArray(holder)) {
      // Looked at first: a list can be long without having anything.
      if (weight + holder.length * BYTES > most) return weight + holder.length * BYTES
      for (const each of holder) add(each, depth + 1)
    } else {
      for (const name in holder) {
        weight += name.length
        if (weight > most) break
        add(Reflect.get(holder, name), depth + 1)
      }
    }
  }
  return weight
}

function isData(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null || value instanceof Date
}
