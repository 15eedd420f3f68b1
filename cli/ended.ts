/** Told by each command how it ended: its exit code, or nothing for 0. */
export type Ended = (exitCode: number | undefined) => void
