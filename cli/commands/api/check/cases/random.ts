/** Numbers that look random, and are the same for the same seed: a check can be repeated exactly. */

export interface Random {
  /** 0–1, below 1. */
  next(): number
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** @param name gives each part of a check numbers of its own, so that leaving out one does not change the others */
export function randomOf(seed: number, name: string): Random {
  let state = (seed ^ hashOf(name)) >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    pick(list) {
      if (list.length === 0) throw new RangeError('Nothing can be picked from an empty list.')
      return list[whole(0, list.length - 1)] as (typeof list)[number]
    },
    shuffled(list) {
      const rest = [...list]
      for (let i = rest.length - 1; i > 0; i -= 1) {
        const j = whole(0, i)
        ;[rest[i], rest[j]] = [rest[j] as (typeof rest)[number], rest[i] as (typeof rest)[number]]
      }
      return rest
    },
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}

/** One that fits into a command line and is easy to copy. */
export const newSeed = (): number => Math.floor(Math.random() * 1_000_000)
