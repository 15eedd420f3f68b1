import type { Position } from '../../src/music/guitar/position.js'

/** Parses positions written as string and fret, such as `1:0 2:5`. */
export const positionsNamed = (names: string): Position[] =>
  names.split(' ').map(name => {
    const [string = 0, fret = 0] = name.split(':').map(Number)
    return { string, fret }
  })

interface Strings {
  readonly strings: readonly number[]
  readonly begins?: readonly number[]
}

/** Pitch by definition: open string plus capo and fret, minus the fret at which the string starts. */
export const soundingAt = ({ strings, begins = [] }: Strings, capo: number, string: number, fret: number) =>
  (strings[string - 1] ?? Number.NaN) + Math.max(0, capo + fret - (begins[string - 1] ?? 0))
