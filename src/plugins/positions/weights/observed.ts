/** What is observed of a step: weights that are added up. */

/** One observation: the weights of what is seen, added up, and for learning their indices as well. */
export class Observed {
  total = 0
  length = 0
  /** Indices, as far as `length`; empty where they are not kept. */
  readonly at: Int32Array

  /** @param room indices that are kept, 0 for none */
  constructor(
    private readonly weights: Float32Array | Float64Array,
    private readonly room = 0,
  ) {
    this.at = new Int32Array(room)
  }

  add(index: number): void {
    this.total += this.weights[index] as number
    if (this.room === 0) return
    this.at[this.length] = index
    this.length += 1
  }
}
