/** A file of the browser as songs take it. */
import type { DroppedFile } from '../../core/events/files-dropped.js'
import type { SongFile } from './tokens.js'

export function songFile(file: DroppedFile): SongFile {
  return {
    name: file.name,
    size: file.size,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  }
}
