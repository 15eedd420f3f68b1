/** Signs of a bar that say where to go on. Names tell apart several signs of a kind. */
export interface BarMarks {
  /** A repeated passage begins with this bar. */
  readonly repeatStart?: boolean | undefined
  /** How often the passage that ends with this bar is played, from 2. */
  readonly repeatEnd?: number | undefined
  /** Passes on which the bar is played, from 1. */
  readonly endings?: readonly number[] | undefined
  readonly segno?: string | undefined
  readonly coda?: string | undefined
  readonly toCoda?: string | undefined
  readonly fine?: boolean | undefined
  readonly jump?: Jump | undefined
}

export interface Jump {
  /** Name of a segno; from the beginning without it. */
  readonly segno?: string | undefined
  /** Sign that is obeyed on the way; `any` takes whichever comes first. */
  readonly until: 'end' | 'fine' | 'any' | { readonly coda: string }
  /** Repeats passages again after the jump. */
  readonly withRepeats?: boolean | undefined
}
