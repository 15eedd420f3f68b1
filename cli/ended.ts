/** Called by each command at its end, with its exit code, or nothing for 0. */
export type Ended = (exitCode: number | undefined) => void
