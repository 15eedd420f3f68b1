import { refuseExisting, STANDARD, writeOutput } from '../../io/files.js'
import { aligned, plain, printJson, printLine } from '../../io/print.js'
import type { ServerOptions } from '../../platform/environments.js'
import {
  type AccountSong,
  fileMissing,
  filesOf,
  refusal,
  removedSongsOf,
  SONG,
  safeFileName,
  songNamed,
  songsOf,
  withAccount,
  write,
} from './account-songs.js'

const LIST = 'fretwork library list'

const shown = ({ seq: _seq, ...song }: AccountSong) => song

export function list(options: ServerOptions & { removed?: boolean }): Promise<void> {
  return withAccount(options, async kernel => {
    const songs = options.removed ? await removedSongsOf(kernel) : await songsOf(kernel)
    if (options.json) printJson(songs.map(shown))
    else if (songs.length === 0) printLine(options.removed ? 'No removed songs.' : 'No songs.')
    else for (const line of aligned(songs.map(columnsOf), [3])) printLine(line)
  })
}

function columnsOf({ name, artist, tags = [], id, file, size, addedAt, removedAt }: AccountSong): string[] {
  const title = artist === undefined ? name : `${name} (${artist})`
  const columns = [...[title, id, file].map(plain), String(size), dayOf(removedAt ?? addedAt)]
  return [...columns, ...(tags.length > 0 ? [plain(tags.join(', '))] : [])]
}

/** Formats a date. Records may contain numbers that aren't valid dates. */
function dayOf(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

export function get(wanted: string, file: string | undefined, options: ServerOptions & { force?: boolean }) {
  return withAccount(options, async kernel => {
    const song = songNamed(await songsOf(kernel), wanted, LIST)
    const path = file ?? safeFileName(song.file)
    refuseExisting(path, options)
    const bytes = (await filesOf(kernel, [song])).get(song.hash)
    if (!bytes) throw fileMissing([song.name])
    await writeOutput(path, bytes)
    if (path === STANDARD) return
    if (options.json) printJson({ ...shown(song), path })
    else printLine(`${plain(song.name)}: ${plain(path)}`)
  })
}

export function remove(wanted: string, options: ServerOptions): Promise<void> {
  return withAccount(options, async kernel => {
    const song = songNamed(await songsOf(kernel), wanted, LIST)
    const { id, name, seq } = song
    const [code] = await write(kernel, [{ kind: SONG, id, base: seq, fields: {}, as: 'removed' }])
    if (code !== undefined) throw refusal(code, name)
    if (options.json) printJson(shown(song))
    else printLine(`Removed ${plain(name)}. To undo within 30 days: fretwork library restore '${plain(id)}'`)
  })
}

export function restore(wanted: string, options: ServerOptions): Promise<void> {
  return withAccount(options, async kernel => {
    const song = songNamed(await removedSongsOf(kernel), wanted, `${LIST} --removed`)
    const { id, name, seq } = song
    const [code] = await write(kernel, [{ kind: SONG, id, base: seq, fields: {}, as: 'restored' }])
    if (code !== undefined) throw refusal(code, name)
    const { removedAt: _removedAt, ...restored } = shown(song)
    if (options.json) printJson(restored)
    else printLine(`Restored ${plain(name)}.`)
  })
}
