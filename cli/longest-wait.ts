/** The longest wait that a command accepts. */

/** Seconds: a longer timer overflows in Node, and would fire at once. */
export const LONGEST_WAIT_S = Math.floor((2 ** 31 - 1) / 1000)
