/** Reads our own formats: in a worker where there is one, else right here. */
import type { SongReading } from './read-midi-file.js'
import type { ReadingControl } from './tokens.js'

export async function readOurs(bytes: Uint8Array, control: ReadingControl): Promise<SongReading> {
  if ('document' in globalThis && 'Worker' in globalThis) {
    const { NoWorker, readInWorker } = await import('./ui/read-in-worker.js')
    try {
      return await readInWorker(bytes, control)
    } catch (thrown) {
      if (!(thrown instanceof NoWorker)) throw thrown
    }
  }
  const { readSongFile } = await import('./read-midi-file.js')
  return readSongFile(bytes, '', control)
}
