import type { Position } from '../../src/core/music/guitar/position.js'

/** Positions by string and fret: `1:0 2:5`. */
export const positionsNamed = (names: string): Position[] =>
  names.split(' ').map(name => {
    const [string = 0, fret = 0] = name.split(':').map(Number)
    return { string, fret }
  })
