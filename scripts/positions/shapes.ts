/** Shapes of chords that passages are written with, by a letter: strings and frets from their root. */

export interface Position {
  readonly string: number
  readonly fret: number
}

/** Frets above the root's on its own string, the next higher one, and so on; -1: not played. */
type Shape = readonly number[]

/** On a guitar the second string is tuned a fret nearer: a shape that crosses it bends. */
const SECOND = 2

/** Movable to any string, as they lie where no second string is in them. */
const MOVABLE: Readonly<Record<string, Shape>> = {
  /** Power chord: root, fifth, octave. */
  p: [0, 2, 2],
  /** Root and fifth. */
  d: [0, 2],
  /** Root and fourth. */
  i: [0, 0],
  /** Octave. */
  o: [0, -1, 2],
  /** Root and sixth; root and seventh: what a boogie goes to from the fifth. */
  s: [0, 4],
  z: [0, 5],
  /** Stretched: root, fifth, ninth. */
  j: [0, 2, 4],
}

/** By one finger where the lowest string is tuned a tone down: power chord, root and fifth. */
const FLAT: Readonly<Record<string, Shape>> = { D: [0, 0, 0], b: [0, 0] }

/** By the string of their root: on any other they would be other chords. */
const BARRES: Readonly<Record<number, Readonly<Record<string, Shape>>>> = {
  /** Major, minor, seventh, minor seventh. */
  6: { e: [0, 2, 2, 1, 0, 0], m: [0, 2, 2, 0, 0, 0], E: [0, 2, 0, 1, 0, 0], M: [0, 2, 0, 0, 0, 0] },
  /** Major without and with string 1, minor, seventh, minor seventh. */
  5: {
    a: [0, 2, 2, 2],
    f: [0, 2, 2, 2, 0],
    n: [0, 2, 2, 1, 0],
    A: [0, 2, 0, 2, 0],
    N: [0, 2, 0, 1, 0],
  },
}

/** @returns the positions of a shape whose root is at fret 0; nothing where there is no such shape on that string */
export function shapeAt(letter: string, root: number): readonly Position[] | undefined {
  const bent = MOVABLE[letter]
  const shape = bent ?? FLAT[letter] ?? BARRES[root]?.[letter]
  return shape?.flatMap((fret, at) => {
    const string = root - at
    return fret < 0 ? [] : [{ string, fret: fret + (bent && root > SECOND && string <= SECOND ? 1 : 0) }]
  })
}
