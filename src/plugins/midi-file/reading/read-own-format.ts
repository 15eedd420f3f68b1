/** Reads our own formats: in a worker where there is one, else right here. */
import { summaryOf } from '../song-summary.js'
import type { ReadingControl, SongReading, SongSummary } from '../tokens.js'

/** What can be read of a file: all of it, or what a list shows. */
export interface Readings {
  readonly reading: SongReading
  readonly summary: SongSummary
}

export async function readOwnFormat<W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name: string,
  control: ReadingControl,
): Promise<Readings[W]> {
  if ('document' in globalThis && 'Worker' in globalThis) {
    const { NoWorker, readInWorker } = await import('../ui/read-in-worker.js')
    try {
      return await readInWorker(wanted, { bytes, name }, control)
    } catch (thrown) {
      if (!(thrown instanceof NoWorker)) throw thrown
    }
  }
  const { readSongFile } = await import('./read-song-file.js')
  return readingsOf(await readSongFile(bytes, name, control), name)[wanted]
}

export function readingsOf(reading: SongReading, name: string): Readings {
  return { reading, summary: summaryOf(reading, name) }
}
