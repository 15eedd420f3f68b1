/** Watches the files of a golden run and their logs, and says which have changed. */
import { existsSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/** A program that saves a file writes it in several steps. */
const SETTLED_MS = 100

interface WatchOptions {
  readonly signal: AbortSignal
  /** Watches a folder; `name` is missing where the system does not say it. */
  readonly open?: (folder: string, changed: (name: string | undefined) => void) => { close(): void }
  /** Runs after so many ms. */
  readonly after?: (ms: number, run: () => void) => { cancel(): void }
}

/**
 * Folders are watched rather than files: most programs save a file by putting another one in its place.
 *
 * @param paths of each file, all that it depends on @param again gets files that have changed, one call at a time
 * @returns when the signal is aborted @throws what `again` throws
 */
export async function watchFiles(
  paths: ReadonlyMap<string, readonly string[]>,
  again: (changed: ReadonlySet<string>) => Promise<void>,
  { signal, open = openFolder, after = laterBy }: WatchOptions,
): Promise<void> {
  const filesByPath = new Map<string, string[]>()
  for (const [file, all] of paths) {
    for (const path of all.map(each => resolve(each))) {
      filesByPath.set(path, [...(filesByPath.get(path) ?? []), file])
    }
  }
  const folders = new Map<string, { close(): void }>()
  const changed = new Set<string>()
  let wake: () => void = () => undefined
  let settling: { cancel(): void } | undefined

  const settle = () => {
    settling?.cancel()
    settling = after(SETTLED_MS, () => wake())
  }
  const onChange = (folder: string, name: string | undefined) => {
    let isOurs = mark(folder, name)
    for (const made of openMissing()) isOurs = mark(made, undefined) || isOurs
    if (isOurs) settle()
  }
  const mark = (folder: string, name: string | undefined): boolean => {
    let isOurs = false
    for (const [path, files] of filesByPath) {
      if (dirname(path) !== folder || (name !== undefined && basename(path) !== name)) continue
      isOurs = true
      for (const file of files) changed.add(file)
    }
    return isOurs
  }
  /** A folder of logs may be removed, or made later: until then, the one that it will be in is watched. */
  const openMissing = (): string[] => {
    for (const [folder, watcher] of folders) {
      if (existsSync(folder)) continue
      watcher.close()
      folders.delete(folder)
    }
    const wanted = new Set([...filesByPath.keys()].map(path => existing(dirname(path))))
    const made = [...wanted].filter(folder => !folders.has(folder))
    for (const folder of made)
      folders.set(
        folder,
        open(folder, name => onChange(folder, name)),
      )
    return made
  }
  const onAbort = () => wake()

  signal.addEventListener('abort', onAbort)
  openMissing()
  try {
    while (!signal.aborted) {
      await new Promise<void>(settled => {
        wake = settled
      })
      wake = () => undefined
      while (changed.size > 0 && !signal.aborted) {
        const batch = new Set(changed)
        changed.clear()
        await again(batch)
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    settling?.cancel()
    for (const folder of folders.values()) folder.close()
  }
}

function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}

function openFolder(folder: string, changed: (name: string | undefined) => void) {
  const watcher = watch(folder, (_event, name) => changed(name ?? undefined))
  // A folder that was removed: what was in it is missing, which its next run says.
  watcher.on('error', () => changed(undefined))
  return watcher
}

function laterBy(ms: number, run: () => void) {
  const timer = setTimeout(run, ms)
  return { cancel: () => clearTimeout(timer) }
}
