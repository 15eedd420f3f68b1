export class Budget {
  private left: number
  private since: number

  constructor(
    private readonly atOnce: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.left = atOnce
    this.since = now()
  }

  spend(amount: number): boolean {
    const now = this.now()
    this.left = Math.min(this.atOnce, this.left + ((now - this.since) / 1000) * this.perSecond) - amount
    this.since = now
    if (this.left >= 0) return true
    this.left = 0
    return false
  }
}

const DEPTH = 40
const BYTES = 8
const HOLDER_BYTES = 32

/** Returns the approximate size of a message, or Infinity if it is not plain data or is nested too deeply. */
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
    // Skip dates, because libraries such as ts-fsrs add properties to Date.prototype.
    else if (holder instanceof Date) continue
    else if (depth >= DEPTH || !isData(holder)) return Number.POSITIVE_INFINITY
    else if (Array.isArray(holder)) {
      // A sparse array can be long but empty.
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
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
