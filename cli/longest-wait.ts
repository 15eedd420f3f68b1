/** How long a command may be told to wait. */

/** Seconds: a longer timer overflows in Node, and would fire at once. */
export const LONGEST_WAIT_S = Math.floor((2 ** 31 - 1) / 1000)
