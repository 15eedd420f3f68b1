/** A file of the browser as songs take it. */
import type { UserFile } from '../../core/platform/ports.js'
import type { SongFile } from './tokens.js'

export function songFile(file: UserFile): SongFile {
  return {
    name: file.name,
    size: file.size,
    bytes: async () => new Uint8Array(await file.arrayBuffer()),
  }
}
