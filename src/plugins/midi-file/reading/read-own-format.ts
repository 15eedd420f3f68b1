/** Reads our own formats: in a worker where there is one, else right here. */
import { type Readings, readingsOf } from '../song-summary.js'
import type { ReadingControl } from '../tokens.js'

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
