/** Reads our own formats: in a worker where there is one, else right here. */

import { summaryOf } from '../song-summary.js'
import type { ReadingControl, SongArrival } from '../tokens.js'

export async function readOurs(
  bytes: Uint8Array,
  name: string,
  control: ReadingControl,
): Promise<SongArrival> {
  if ('document' in globalThis && 'Worker' in globalThis) {
    const { NoWorker, readInWorker } = await import('../ui/read-in-worker.js')
    try {
      return await readInWorker(bytes, name, control)
    } catch (thrown) {
      if (!(thrown instanceof NoWorker)) throw thrown
    }
  }
  const { readSongFile } = await import('./read-song-file.js')
  const reading = await readSongFile(bytes, name, control)
  return { summary: summaryOf(reading, name), reading: async () => reading }
}
