import { mkdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { LIBRARY_LIMITS, libraryStatus } from '../../../src/core/contract/library.js'
import { hashOf } from '../../../src/core/http/library-files.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { badInput, EXIT } from '../../errors.js'
import { writeOutput } from '../../io/files.js'
import { counted, plain, printJson, printLine, progressLine } from '../../io/print.js'
import type { ServerOptions } from '../../platform/environments.js'
import { untilEnded } from '../../replay/endings.js'
import {
  type AccountSong,
  fileMissing,
  filesOf,
  MANY,
  safeFileName,
  songsOf,
  withAccount,
} from './account-songs.js'

export function status(options: ServerOptions): Promise<void> {
  return withAccount(options, async ({ api }) => {
    const used = await api.call(libraryStatus)
    if (options.json) printJson(used)
    else {
      const rows = [
        ['songs', used.songs, used.songLimit],
        ['records', used.records, used.recordLimit],
        ['bytes', used.bytes, used.byteLimit],
      ] as const
      const wide = Math.max(...rows.map(([, amount]) => String(amount).length))
      for (const [what, amount, limit] of rows) {
        const most = limit === null ? ', no limit' : ` of ${limit}`
        printLine(`${what.padEnd(7)}  ${String(amount).padStart(wide)}${most}`)
      }
    }
  })
}

export function pull(folder: string, options: ServerOptions): Promise<number> {
  return withAccount(options, kernel => untilEnded(({ signal }) => pullAll(kernel, folder, options, signal)))
}

async function pullAll(kernel: Kernel, folder: string, { json }: ServerOptions, signal: AbortSignal) {
  await mkdir(folder, { recursive: true }).catch(cause => {
    throw badInput('folder_unwritable', `Cannot create the folder "${folder}": ${messageOf(cause)}.`, cause)
  })
  const songs = await songsOf(kernel)
  const written: string[] = []
  const missing: string[] = []
  const progress = progressLine(songs.length >= MANY)
  let done = 0
  try {
    for (const group of groupsOf(songs)) {
      const absent: AccountSong[] = []
      for (const song of group) if ((await freePath(folder, song)) !== undefined) absent.push(song)
      const files = await filesOf(kernel, absent, signal)
      for (const song of absent) {
        if (signal.aborted) break
        const bytes = files.get(song.hash)
        const path = await freePath(folder, song)
        if (!bytes) missing.push(song.name)
        else if (path !== undefined) {
          await writeOutput(path, bytes)
          written.push(path)
        }
      }
      done += group.length
      progress.show(() => `${done} of ${songs.length} songs`)
      if (signal.aborted) break
    }
  } finally {
    progress.end()
    if (json) printJson({ songs: songs.length, written, missing })
    else {
      const amounts = `${counted(songs.length, 'song')}, ${counted(written.length, 'new file')}`
      printLine(`${amounts} in ${plain(folder)}.`)
    }
  }
  if (missing.length > 0) throw fileMissing(missing)
  return EXIT.ok
}

/** Groups songs so that the files of each group fit in memory. */
function groupsOf(songs: readonly AccountSong[]): AccountSong[][] {
  const groups: AccountSong[][] = []
  let room = 0
  for (const song of songs) {
    room -= song.size
    const last = groups.at(-1)
    if (last && room >= 0 && last.length < LIBRARY_LIMITS.writes) last.push(song)
    else {
      groups.push([song])
      room = LIBRARY_LIMITS.blob - song.size
    }
  }
  return groups
}

async function freePath(folder: string, { file, hash }: AccountSong): Promise<string | undefined> {
  const name = safeFileName(file)
  const ending = extname(name)
  const base = name.slice(0, name.length - ending.length)
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${base} (${number})${ending}`)
    const there = await readFile(path).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return 'free'
      if (codeOf(cause) === 'EISDIR') return 'folder'
      throw badInput('file_unreadable', `"${plain(path)}" cannot be read: ${messageOf(cause)}.`, cause)
    })
    if (there === 'free') return path
    if (typeof there !== 'string' && (await hashOf(there)) === hash) return undefined
  }
}
