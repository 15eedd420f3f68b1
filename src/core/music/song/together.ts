/**
 * In quarter notes: what begins within this is one chord, held by one hand. Hands roll a chord, and a file of a
 * performance tells of it; notes that follow one another are farther apart in any music that is written down.
 */
export const TOGETHER = 0.03
