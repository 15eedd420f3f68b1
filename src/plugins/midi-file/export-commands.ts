/** Songs as files for other programs: the open one, one of the list, one of our own. */
import { type CommandHandler, type PluginContext } from '../../core/kernel/manifest/plugin.js'
import { NOTICES, PAGE } from '../../core/kernel/services/tokens.js'
import type { Song } from '../../core/music/song/song.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { type ExportedSong, exportAsJson, exportAsMidi } from './export-song.js'
import type { ExportSongArgs } from './settings.js'
import { ownSongOf } from './songs/own-songs.js'
import { SONG_LIST, SONG_READER, SONG_SESSION } from './tokens.js'

const SENTENCES = phrases({
  exported: '“{{name}}” was saved.',
  no_song: 'No song is open.',
  no_file: 'Our own songs have no file: choose MIDI or JSON.',
})

export const EXPORT_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'midi-file.export-midi': context => {
    const { song, title } = opened(context)
    return exported(context, song, title, 'midi')
  },
  'midi-file.export-json': context => {
    const { song, title } = opened(context)
    return exported(context, song, title, 'json')
  },
  'midi-file.export-song': async (context, { song: id, format }: ExportSongArgs) => {
    const { get } = context
    const own = ownSongOf(id)
    if (own) {
      if (format === 'file') throw new FretworkError('song_no_file', SENTENCES.no_file)
      return exported(context, await own.make(), own.title, format)
    }
    const file = await get(SONG_LIST).open(id)
    const bytes = await file.bytes()
    if (format === 'file') return saved(context, { name: file.name, content: bytes, notes: [] })
    const { song } = await get(SONG_READER)(bytes, file.name)
    song.header.name = file.title
    return exported(context, song, file.title, format)
  },
}

/** @throws FretworkError `no_song` */
function opened({ get }: PluginContext) {
  const { song } = get(SONG_SESSION).view.getState()
  if (!song) throw new FretworkError('no_song', SENTENCES.no_song, { idle: true })
  return song
}

async function exported(
  context: PluginContext,
  song: Song,
  title: string,
  format: 'midi' | 'json',
): Promise<ExportedSong> {
  const file =
    format === 'json' ? exportAsJson(song, title) : await exportAsMidi(song, title, context.get(SONG_READER))
  return saved(context, file)
}

async function saved({ get, find }: PluginContext, file: ExportedSong): Promise<ExportedSong> {
  find(PAGE)?.saveFile(file.name, file.content)
  const notices = get(NOTICES)
  notices.post({
    kind: 'success',
    source: 'midi-file',
    message: SENTENCES.exported,
    values: { name: file.name },
  })
  for (const { sentence: message, values } of file.notes) {
    notices.post({ kind: 'warning', source: 'midi-file', message, values })
  }
  return file
}
