import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { LIBRARY_LIMITS, libraryStatus } from '../../../src/core/contract/library.js'
import { hashOf, sendBlobs } from '../../../src/core/http/library-files.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { SONG_LIBRARY, syncedReading } from '../../../src/plugins/library/tokens.js'
import { READERS, SONG_READER, type SongReader } from '../../../src/plugins/midi-file/tokens.js'
import { badInput, CliError, EXIT } from '../../errors.js'
import { nameOfFile, readInput, STANDARD } from '../../io/files.js'
import { plain, printJson, printLine, progressLine } from '../../io/print.js'
import type { ServerOptions } from '../../platform/environments.js'
import { untilEnded } from '../../replay/endings.js'
import { inFile } from '../../replay/play-file.js'
import { filesOn, MANY, refusal, SONG, slugOf, songsOf, withAccount, write } from './account-songs.js'

export function put(paths: readonly string[], options: ServerOptions): Promise<number> {
  return withAccount(options, kernel => untilEnded(({ signal }) => putAll(kernel, paths, options, signal)))
}

export function push(folder: string, options: ServerOptions): Promise<number> {
  return withAccount(options, async kernel => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(cause => {
      const message = `Cannot read the folder "${folder}": ${messageOf(cause)}.`
      const exit = codeOf(cause) === 'ENOENT' ? EXIT.notFound : EXIT.badInput
      throw new CliError('folder_unreadable', message, exit, { cause })
    })
    const endings = await (await readerOf(kernel)).endings()
    const paths = entries
      .filter(
        entry =>
          !entry.isDirectory() &&
          !entry.name.startsWith('.') &&
          endings.includes(extname(entry.name).toLowerCase()),
      )
      .map(({ name }) => join(folder, name))
    if (paths.length > 0) return untilEnded(({ signal }) => putAll(kernel, paths.toSorted(), options, signal))
    if (options.json) printJson([])
    else printLine(`There are no song files in ${plain(folder)}.`)
    return EXIT.ok
  })
}

interface Result {
  readonly file: string
  readonly outcome: 'added' | 'there' | 'refused'
  readonly error?: CliError
}

interface Ready {
  readonly path: string
  readonly bytes: Uint8Array
  readonly hash: string
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Limits per call. An account may make a few hundred calls per minute. */
const TOGETHER = { songs: 50, bytes: 2_000_000 }

async function putAll(
  kernel: Kernel,
  paths: readonly string[],
  { json }: ServerOptions,
  signal: AbortSignal,
): Promise<number> {
  const reader = await readerOf(kernel)
  await kernel.host.activate('library')
  const library = kernel.get(SONG_LIBRARY)
  const songs = await songsOf(kernel)
  const used = await kernel.api.call(libraryStatus, { signal })
  let songRoom = (used.songLimit ?? Number.POSITIVE_INFINITY) - used.songs
  let byteRoom = used.byteLimit - used.bytes
  const there = new Set(songs.map(({ hash, file }) => keyOf(hash, file)))
  const hashes = new Set(songs.map(({ hash }) => hash))
  const slugs = new Set(songs.map(({ id }) => slugOf(id)))
  let addedAt = songs.reduce((latest, song) => Math.max(latest, song.addedAt), 0)
  const results: Result[] = []
  const progress = progressLine(paths.length >= MANY && (json || !process.stdout.isTTY))

  const done = (result: Result) => {
    results.push(result)
    progress.show(() => `${results.length} of ${paths.length} songs`)
    if (result.error) process.stderr.write(`${plain(result.error.message)}\n`)
    else if (!json) printLine(`${result.outcome.padEnd(5)}  ${plain(nameOfFile(result.file))}`)
  }

  let group: (Result | Ready)[] = []
  let size = 0
  const send = async () => {
    const ready = group.filter(isReady)
    // The server decides, but don't send files that it is certain to reject.
    const codes = new Map<Ready, string | undefined>()
    let songsLeft = songRoom
    let bytesLeft = byteRoom
    for (const each of ready) {
      const bytes = hashes.has(each.hash) ? 0 : each.bytes.length
      if (songsLeft <= 0) codes.set(each, 'songs_full')
      else if (bytes > bytesLeft) codes.set(each, 'library_full')
      else {
        songsLeft -= 1
        bytesLeft -= bytes
      }
    }
    const sent = ready.filter(each => !codes.has(each))
    const answers = await sendSongs(kernel, sent, signal)
    for (const [index, each] of sent.entries()) codes.set(each, answers[index])
    for (const each of group) {
      if (!isReady(each)) {
        done(each)
        continue
      }
      const { path: file, hash, bytes } = each
      const code = codes.get(each)
      if (code !== undefined) {
        done({ file, outcome: 'refused', error: refusal(code, file) })
        continue
      }
      songRoom -= 1
      if (!hashes.has(hash)) byteRoom -= bytes.length
      hashes.add(hash)
      there.add(keyOf(hash, fileNameOf(file)))
      done({ file, outcome: 'added' })
    }
    group = []
    size = 0
  }

  const read = async (path: string): Promise<Result | Ready> => {
    const bytes = await readInput(path, signal)
    const file = fileNameOf(path)
    const hash = await hashOf(bytes)
    const isSame = (each: Result | Ready) =>
      isReady(each) && each.hash === hash && fileNameOf(each.path) === file
    if (group.some(isSame)) await send()
    if (there.has(keyOf(hash, file))) return { file: path, outcome: 'there' }
    if (bytes.length > LIBRARY_LIMITS.blob) throw tooLarge(path)
    const { title, ...summary } = await reader.summarize(bytes, file).catch(error => {
      throw inFile(path, error)
    })
    addedAt = Math.max(Date.now(), addedAt + 1)
    const slug = library.idFor(title, id => slugs.has(id))
    slugs.add(slug)
    const reading = syncedReading({ ...summary, reader: READERS })
    const fields = { name: title, file, size: bytes.length, addedAt, ...reading, hash }
    const sent: Ready['fields'] = JSON.parse(JSON.stringify(fields))
    return { path, bytes, hash, id: `${slug}~${addedAt.toString(36)}`, fields: sent }
  }

  try {
    for (const path of paths) {
      if (signal.aborted) break
      const next = await read(path).catch((error: unknown): Result => {
        if (error instanceof CliError) return { file: path, outcome: 'refused', error }
        throw error
      })
      group.push(next)
      if (isReady(next)) size += next.bytes.length + JSON.stringify(next.fields).length
      if (!group.some(isReady) || group.length >= TOGETHER.songs || size >= TOGETHER.bytes) await send()
    }
    if (!signal.aborted) await send()
  } finally {
    progress.end()
    if (json)
      printJson(
        results.map(({ error, ...result }) => ({ ...result, ...(error && { reason: error.message }) })),
      )
  }
  return results.find(({ error }) => error)?.error?.exit ?? EXIT.ok
}

const isReady = (each: Result | Ready): each is Ready => 'bytes' in each
const keyOf = (hash: string, file: string) => `${hash} ${file}`
const fileNameOf = (path: string) => (path === STANDARD ? 'song' : basename(path))

function tooLarge(path: string): CliError {
  const megabytes = LIBRARY_LIMITS.blob / 1024 / 1024
  const message = `${nameOfFile(path)}: The file is larger than ${megabytes} MB; choose a smaller file.`
  return badInput('file_too_large', message)
}

async function sendSongs(
  kernel: Kernel,
  songs: readonly Ready[],
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  if (songs.length === 0) return []
  try {
    await sendBlobs(filesOn(kernel, signal), new Map(songs.map(({ hash, bytes }) => [hash, bytes])))
  } catch (error) {
    if (codeOf(error) !== 'library_full') throw error
    const [only, ...others] = songs
    if (others.length === 0) return ['library_full']
    return [
      ...(await sendSongs(kernel, only ? [only] : [], signal)),
      ...(await sendSongs(kernel, others, signal)),
    ]
  }
  const changes = songs.map(({ id, fields }) => ({ kind: SONG, id, base: 0, fields }))
  return write(kernel, changes, signal)
}

async function readerOf(kernel: Kernel): Promise<SongReader> {
  await kernel.host.activate('midi-file')
  return kernel.get(SONG_READER)
}
