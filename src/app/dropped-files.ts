import { type DroppedFiles, FILES_DROPPED } from '../core/events/app-events.js'
import { SENTENCES as CORE } from '../core/kernel/core-commands.js'
import { disabledBehind } from '../core/kernel/plugin-state.js'
import type { Kernel } from '../core/kernel/tokens.js'

type Entries = readonly (FileSystemEntry | null)[]

/** @param entries entries for the dropped files and folders, in the same order as `files` */
export async function takeDropped(
  { events, host, notices }: Kernel,
  files: readonly File[],
  entries: Entries,
  isInside: () => boolean,
): Promise<void> {
  const off = disabledBehind('library', host.states.getState())
  const texts = off && { plugin: { source: off.id, message: off.title } }
  if (off) notices.post({ kind: 'info', source: 'core', message: CORE.off, texts })
  const started = host.trigger(`event:${FILES_DROPPED.id}`)
  const groups = await withFolders(files, entries)
  await started
  for (const group of groups) if (isInside()) events.emit(FILES_DROPPED, group)
}

async function withFolders(files: readonly File[], entries: Entries): Promise<DroppedFiles[]> {
  const found = entries.filter(entry => entry !== null)
  const folders = found.filter(({ isDirectory }) => isDirectory)
  const groups: DroppedFiles[] = await Promise.all(
    folders.map(async folder => ({ folder: folder.name, files: await filesIn(folder) })),
  )
  const loose = files.filter((_, index) => !found[index]?.isDirectory)
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
