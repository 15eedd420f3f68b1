/** The commands of recording: record, keep, discard, quantize. Each take can be undone. */

import type { CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { type Song, songLengthMs } from '../../core/music/song/song.js'
import { shortName } from '../../core/music/song/song-name.js'
import { timeText } from '../../core/music/song/time-text.js'
import { phrases } from '../../core/platform/phrases.js'
import type { SentenceValues } from '../../core/platform/sentence-error.js'
import { SONG_IMPORTS, SONG_LIBRARY } from '../library/tokens.js'
import { SONG_NOTICES, SONG_SESSION } from '../player/tokens.js'
import { RECORDER } from './internal-tokens.js'
import type { RecordingArgs } from './settings.js'
import { quantized } from './take/quantize.js'
import { notesOf } from './take/take-song.js'

const SENTENCES = phrases({
  kept: 'Recorded {{notes}} notes in {{time}}: “{{name}}”.',
  quantized: '“{{name}}” is quantized.',
  nothing: 'Nothing was played: nothing is recorded.',
  discarded: 'The recording was discarded.',
  undo: 'Undo',
})

const fileOf = (name: string, song: Song) => {
  const bytes = new TextEncoder().encode(JSON.stringify(song))
  return { name: `${name}.json`, size: bytes.length, bytes: async () => bytes }
}

/**
 * Adds a song to the library and opens it. Where the library cannot take it, the import says so and keeps it open.
 * Undone, it is gone, and the song before is open again.
 */
async function keep({ get, log }: PluginContext, song: Song, message: string, values: SentenceValues) {
  const library = get(SONG_LIBRARY)
  const imports = get(SONG_IMPORTS)
  const { name } = song.header
  const known = new Set(library.view.getState().songs.map(({ id }) => id))
  const before = get(SONG_SESSION).view.getState().song
  if (!(await imports.take([fileOf(name, song)], { keep: true, open: true }))) return
  const added = library.view.getState().songs.find(({ id }) => !known.has(id))
  const undo = async () => {
    if (added) await library.remove(added.id)
    if (before) await imports.take([fileOf(before.title, before.song)], { keep: false, open: true })
    else get(SONG_SESSION).close()
  }
  get(SONG_NOTICES).post({
    kind: 'success',
    source: 'recording',
    message,
    values: { ...values, name: shortName(name) },
    topic: 'recording',
    action: {
      label: SENTENCES.undo,
      run: () => void undo().catch(thrown => log.error('The recording could not be undone', thrown)),
    },
  })
}

const keepTake = (context: PluginContext, song: Song) =>
  keep(context, song, SENTENCES.kept, { notes: notesOf(song), time: timeText(songLengthMs(song)) })

export async function endTake(context: PluginContext): Promise<void> {
  const song = context.get(RECORDER).stop()
  if (song) await keepTake(context, song)
  else
    context
      .get(SONG_NOTICES)
      .post({ kind: 'info', source: 'recording', message: SENTENCES.nothing, topic: 'recording' })
}

const record =
  (over: boolean): CommandHandler =>
  async context => {
    const recorder = context.get(RECORDER)
    if (recorder.view.getState().recording) await endTake(context)
    else recorder.start(over)
  }

export const RECORDING_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'recording.toggle': record(false),
  'recording.overdub': record(true),
  'recording.keep-last': context => keepTake(context, context.get(RECORDER).lastPlayed()),
  'recording.discard': context => {
    const { get } = context
    const song = get(RECORDER).stop()
    if (!song) return
    get(SONG_NOTICES).post({
      kind: 'info',
      source: 'recording',
      message: SENTENCES.discarded,
      topic: 'recording',
      action: { label: SENTENCES.undo, run: () => void keepTake(context, song) },
    })
  },
  'recording.quantize': async (context, { grid, strength }: RecordingArgs['quantize']) => {
    const { song } = context.get(SONG_SESSION).view.getState()
    if (!song) return
    const name = `${song.song.header.name || song.title} (quantized)`
    const changed = quantized(song.song, grid, strength)
    await keep(context, { ...changed, header: { ...changed.header, name } }, SENTENCES.quantized, {})
  },
}
