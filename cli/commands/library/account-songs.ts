import {
  changeLibrary,
  fetchBlobs as fetchBlobsCall,
  type LibraryRecord,
  type LibraryWrite,
  libraryChanges,
  removedSongs as removedSongsCall,
  sendBlobs as sendBlobsCall,
} from '../../../src/core/contract/library.js'
import { type BlobServer, fetchBlobs } from '../../../src/core/http/library-files.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { CliError, notFound, refusedByServer, wrongUsage } from '../../errors.js'
import { counted, plain } from '../../io/print.js'
import type { ServerOptions } from '../../platform/environments.js'
import { answered, requireSession, withSession } from '../api/api.js'

export const SONG = 'song'
/** Minimum number of songs for which progress is shown. Fewer finish before anyone could read it. */
export const MANY = 20
const DEVICE = 'Command line'

export interface AccountSong {
  readonly id: string
  readonly name: string
  readonly artist?: string
  readonly tags?: readonly string[]
  readonly file: string
  readonly size: number
  readonly addedAt: number
  readonly hash: string
  readonly removedAt?: number
  readonly seq: number
}

export function withAccount<T>(options: ServerOptions, work: (kernel: Kernel) => Promise<T>): Promise<T> {
  return withSession(options, kernel => {
    requireSession(kernel, options)
    return answered(options, work(kernel))
  })
}

function songOf({ id, seq, fields, removedAt }: LibraryRecord): AccountSong {
  const text = (name: string) => String(fields[name]?.value ?? '')
  const number = (name: string) => Number(fields[name]?.value ?? 0)
  const { artist, tags } = Object(Object(fields.tracks?.value)[0])
  return {
    ...(typeof artist === 'string' && { artist }),
    ...(Array.isArray(tags) && tags.length > 0 && { tags: tags.map(String) }),
    ...{ id, name: text('name'), file: text('file'), size: number('size'), addedAt: number('addedAt') },
    ...{ hash: text('hash'), seq },
    ...(removedAt !== undefined && { removedAt }),
  }
}

export async function songsOf({ api }: Kernel): Promise<AccountSong[]> {
  const records = new Map<string, LibraryRecord>()
  for (let after = 0, more = true; more; ) {
    const page = await api.call(libraryChanges, { query: { after } })
    for (const record of page.records) if (record.kind === SONG) records.set(record.id, record)
    after = page.seq
    more = page.more
  }
  const songs = [...records.values()].filter(({ removedAt }) => removedAt === undefined).map(songOf)
  return songs.toSorted((a, b) => a.name.localeCompare(b.name) || a.addedAt - b.addedAt)
}

export async function removedSongsOf({ api }: Kernel): Promise<AccountSong[]> {
  const songs: AccountSong[] = []
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await api.call(removedSongsCall, { query: { cursor } })
    songs.push(...page.items.map(songOf))
    cursor = page.next
  }
  return songs
}

export const slugOf = (id: string) => id.split('~')[0] ?? id

export function songNamed(songs: readonly AccountSong[], wanted: string, list: string): AccountSong {
  const exact = songs.filter(({ id }) => id === wanted)
  const found =
    exact.length > 0 ? exact : songs.filter(({ id, name }) => slugOf(id) === wanted || name === wanted)
  const [song, ...others] = found
  if (!song) {
    const message = `No song "${plain(wanted)}" in your account. Run "${list}" to list your songs.`
    throw notFound('song_unknown', message)
  }
  if (others.length === 0) return song
  const ids = found.map(({ id }) => id).join(', ')
  const message = `"${plain(wanted)}" matches ${counted(found.length, 'song')}. Use an ID: ${plain(ids)}.`
  throw wrongUsage('song_ambiguous', message)
}

export function filesOn({ api }: Kernel, signal?: AbortSignal): BlobServer {
  const options = signal && { signal }
  return {
    send: async pieces =>
      (await api.call(sendBlobsCall, { body: { pieces: [...pieces] }, ...options })).received,
    fetch: hashes => api.call(fetchBlobsCall, { body: { hashes: [...hashes] }, ...options }),
  }
}

export function filesOf(kernel: Kernel, songs: readonly AccountSong[], signal?: AbortSignal) {
  const hashes = songs.map(({ hash }) => hash).filter(hash => /^[0-9a-f]{64}$/.test(hash))
  return fetchBlobs(filesOn(kernel, signal), [...new Set(hashes)])
}

export async function write(
  { api }: Kernel,
  changes: readonly Omit<LibraryWrite, 'key'>[],
  signal?: AbortSignal,
): Promise<(string | undefined)[]> {
  const writes = changes.map(change => ({ ...change, key: crypto.randomUUID() }))
  const body = { device: DEVICE, writes }
  const { outcomes } = await api.call(changeLibrary, { body, ...(signal && { signal }) })
  return writes.map((_, index) => {
    const outcome = outcomes[index]
    return outcome?.outcome === 'kept' ? undefined : (outcome?.code ?? 'stale')
  })
}

const REFUSED: Readonly<Record<string, string>> = {
  songs_full: 'You have reached your plan’s song limit. Remove a song or upgrade your plan.',
  library_full: 'Your account is full. Remove songs you no longer need.',
  record_large: 'This song has too many tracks or remarks for your account.',
  record_invalid: 'The server cannot store a name in this song; rename the song or its tracks.',
  blob_missing: 'The upload failed. Try again.',
  stale: 'Another device has changed this song; try again.',
}

export function refusal(code: string, what: string): CliError {
  const reason = REFUSED[code] ?? `The server rejected it (${code}).`
  return refusedByServer(code, `${plain(what)}: ${reason}`)
}

export function fileMissing(names: readonly string[]): CliError {
  const songs = names.map(name => `"${plain(name)}"`).join(', ')
  return refusedByServer('blob_missing', `The server does not have the file of ${songs}.`)
}

/** Removes path separators, so that names from other devices can't escape the folder. */
export function safeFileName(file: string): string {
  return file.replace(/[/\\\p{Cc}]/gu, '_').replace(/^\.*$/, 'song')
}
