import type { DroppedFiles } from '../core/events/app-events.js'

/** @param entries of the dropped files and folders, in the same order as `files` */
export async function readFolders(
  files: readonly File[],
  entries: readonly (FileSystemEntry | null)[],
): Promise<DroppedFiles[]> {
  const folders = entries.flatMap(entry => (entry?.isDirectory ? [entry] : []))
  const groups: DroppedFiles[] = await Promise.all(
    folders.map(async folder => ({ folder: folder.name, files: await filesIn(folder) })),
  )
  const loose = files.filter((_, index) => !entries[index]?.isDirectory)
  return [{ files: loose }, ...groups].filter(group => group.files.length > 0)
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return []
  if (entry.isFile) return [await once(done => (entry as FileSystemFileEntry).file(...done))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: FileSystemEntry[] = []
  // Chromium returns at most 100 entries per call.
  for (let more = -1; more !== 0; ) {
    const some = await once<FileSystemEntry[]>(done => reader.readEntries(...done))
    found.push(...some)
    more = some.length
  }
  return (await Promise.all(found.map(filesIn))).flat()
}

type Callbacks<T> = [resolve: (value: T) => void, reject: (error: unknown) => void]

const once = <T>(start: (done: Callbacks<T>) => void) =>
  new Promise<T>((resolve, reject) => start([resolve, reject]))
