/** What somebody who reads a song may want to say and hear meanwhile. */

/** Watching a reading, and giving it up. */
export interface ReadingControl {
  /** Once it is aborted, reading ends with its reason. A format of a plugin is read to its end first. */
  readonly signal?: AbortSignal | undefined
  /** Told how much is done, 0–1. */
  readonly onProgress?: ((portion: number) => void) | undefined
}
