/** Writes a file whole or not at all: where the disk is full, what was there is there still. */
import { randomUUID } from 'node:crypto'
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'

/** @throws what the system says; then nothing is changed */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  // What a link leads to is replaced, not the link.
  const place = await realpath(path).catch(() => path)
  const known = await stat(place).catch(() => undefined)
  // A device or a pipe cannot be replaced by a temporary file.
  if (known && !known.isFile()) return writeFile(place, content)
  const draft = `${place}.${randomUUID().slice(0, 8)}.part`
  try {
    await writeFile(draft, content, { flag: 'wx', ...(known && { mode: known.mode & 0o777 }) })
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
