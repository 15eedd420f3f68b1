/** How far up a capo goes. */

/** The furthest up a capo makes sense: an octave must remain. */
export const MAX_CAPO = 12
