export interface Random {
  /** Returns an integer from 0 to `below` − 1. */
  below(below: number): number
  of<T>(values: readonly T[]): T
  shuffled<T>(values: readonly T[]): T[]
}

/** Creates a xorshift generator with the triple 13, 17, 5 (Marsaglia, "Xorshift RNGs", 2003). */
export function createRandom(seed: number): Random {
  // Multiplying by the golden ratio spreads adjacent seeds. 0 is the only invalid state.
  let state = Math.imul(seed, 0x9e3779b9) || 1
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  const of = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('There is nothing to choose from.')
    return values[below(values.length)] as T
  }
  return {
    below,
    of,
    shuffled(values) {
      const rest = [...values]
      return values.flatMap(() => rest.splice(below(rest.length), 1))
    },
  }
}
