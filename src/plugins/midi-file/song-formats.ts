import { guardedExtensions } from '../../core/kernel/guarded-extensions.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import { disabledBehind, untilArrived } from '../../core/kernel/plugin-state.js'
import { COMMANDS, PLUGINS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import { fillSentence, SentenceError } from '../../core/platform/phrases.js'
import { hasWorkers, type Logger } from '../../core/platform/ports.js'
import type { WorkerClass } from '../../core/platform/worker-call.js'
import { parseSong, type Song, SongError } from '../../music/song/song.js'
import { MidiFileError, rewordedNote } from './midi-file-error.js'
import { PROGRAM_NAMES, type Readings, readingsOf, summaryOf } from './song-summary.js'
import {
  type ReadingControl,
  type ReadSong,
  SONG_FORMATS,
  SONG_WANTED,
  type SongFormat,
  type SongFormatReading,
  type SongReader,
  type SongReading,
  type SongRemark,
} from './tokens.js'

const OUR_ENDINGS = ['.mid', '.midi', '.smf', '.rmi', '.json', 'audio/midi', 'audio/x-midi'] as const

/** Extensions of files that the plugin `score-files` opens, which can’t list them while disabled. */
const SCORES = /\.(gp[34578x]?|musicxml|mxl|xml|abc)$/i

const MIDI = /^(MThd|RIFF.{4}RMID)/s

/** Detects MIDI and RMID files by their first bytes, without loading a plugin. */
function isMidi(bytes: Uint8Array): boolean {
  return MIDI.test(String.fromCharCode(...bytes.subarray(0, 12)))
}

export function createSongReader(context: PluginContext): SongReader {
  const host = context.get(PLUGINS)
  const { items, pluginOf, attempt } = guardedExtensions(context, SONG_FORMATS)
  const startWaiting = () => host.trigger(`event:${SONG_WANTED.id}`)

  const fits = (format: SongFormat, bytes: Uint8Array) =>
    format.looksLike !== undefined && attempt(format, () => format.looksLike?.(bytes)) === true
  const endsLike = ({ extensions }: SongFormat, name: string) =>
    extensions.some(ending => !OUR_ENDINGS.some(our => our === ending) && name.toLowerCase().endsWith(ending))
  const startedFormatOf = (bytes: Uint8Array, name: string) => {
    const formats = items.getState()
    return formats.find(format => fits(format, bytes)) ?? formats.find(format => endsLike(format, name))
  }
  const formatOf = async (bytes: Uint8Array, name: string) => {
    await startWaiting()
    const format = startedFormatOf(bytes, name)
    if (format || OUR_ENDINGS.some(ending => name.toLowerCase().endsWith(ending))) return format
    // An external plugin that is still starting may add the format.
    await untilArrived(context.get(COMMANDS).conditions)
    return startedFormatOf(bytes, name)
  }

  const readBy: ReadBy = async (wanted, bytes, name = '', control = {}) => {
    const own = () => readOwnFormat(wanted, bytes, name, control)
    if (isMidi(bytes)) return own()
    const format = await formatOf(bytes, name)
    control.signal?.throwIfAborted()
    if (!format) return own()
    const id = pluginOf(format)
    const owner = { id, title: host.state(id)?.title ?? id, log: context.log }
    const reading = await readWithFormat(format, owner, bytes, name, control.reader)
    control.signal?.throwIfAborted()
    return readingsOf(reading, name)[wanted]
  }

  /** If every reader fails, checks whether the file belongs to another program or to a disabled plugin. */
  const explained = async <W extends keyof Readings>(wanted: W, ...file: Parameters<ReadSong>) => {
    try {
      return await readBy(wanted, ...file)
    } catch (thrown) {
      const [bytes, name = '', control] = file
      control?.signal?.throwIfAborted()
      const { otherFile } = await import('./reading/other-file.js')
      const other = await otherFile(bytes)
      const off = disabledBehind('score-files', host.states.getState())
      if (other || !off || !SCORES.test(name)) throw other ?? thrown
      throw new MidiFileError('format_disabled', { plugin: context.get(TRANSLATOR).t(off.id, off.title) })
    }
  }

  return {
    reworded: rewordedNote,
    async endings() {
      await startWaiting()
      return [...OUR_ENDINGS, ...items.getState().flatMap(({ extensions }) => extensions)]
    },
    async write(song, ending, options = {}) {
      await startWaiting()
      const format = items.getState().find(({ writes }) => writes?.includes(ending))
      if (!format?.write) throw new MidiFileError('format_not_written', { ending })
      return format.write(song, ending, options)
    },
    async repair(bytes, name) {
      const { repairMidiFile } = await import('./reading/repair-midi-file.js')
      const repaired = await repairMidiFile(bytes)
      if (repaired) return repaired
      await explained('summary', bytes, name)
      throw new MidiFileError('not_repairable')
    },
    summaryOf,
    programNames: PROGRAM_NAMES,
    read: (...file) => explained('reading', ...file),
    summarize: (...file) => explained('summary', ...file),
  }
}

type ReadBy = <W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name?: string,
  control?: ReadingControl,
) => Promise<Readings[W]>

/** Maximum size for reading without a worker. Starting a worker takes longer than reading such a file. */
const SMALL_BYTES = 65_536

declare const Worker: WorkerClass
type SongWork = typeof import('./reading/read-song-file.js')

const startWorker = () =>
  new Worker(new URL('./songs.worker.ts', import.meta.url), { type: 'module', name: 'songs' })

async function readOwnFormat<W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name: string,
  { signal, onProgress, reader }: ReadingControl,
): Promise<Readings[W]> {
  if (hasWorkers() && bytes.length > SMALL_BYTES) {
    const { callWorker, NoWorker, proxy } = await import('../../core/platform/worker-call.js')
    const progress = proxy(onProgress ?? (() => undefined))
    try {
      return await callWorker(
        startWorker,
        (worker: SongWork) => worker.readOwn(wanted, bytes, name, progress, reader),
        { signal, idleMs: 5000 },
      )
    } catch (thrown) {
      if (!(thrown instanceof NoWorker)) throw thrown
    }
  }
  const { readOwn } = await import('./reading/read-song-file.js')
  return readOwn(wanted, bytes, name, onProgress, reader)
}

interface FormatOwner {
  readonly id: string
  readonly title: string
  readonly log: Pick<Logger, 'error'>
}

/** @throws SentenceError from the format, or an error that includes the plugin's name */
async function readWithFormat(
  format: SongFormat,
  owner: FormatOwner,
  bytes: Uint8Array,
  fileName: string,
  reader?: number,
): Promise<SongReading> {
  const reading = await readBy(format, owner, bytes, reader)
  const song = reading?.isComplete === true ? (reading.song as Song) : parseSong(reading?.song)
  if (song instanceof SongError) {
    throw new MidiFileError('format_no_song', { plugin: owner.title, path: song.path || 'its top' })
  }
  if (song.header.name.trim() === '') song.header.name = withoutEnding(fileName, format)
  return { song, notes: remarksOf(reading, owner) }
}

async function readBy(
  format: SongFormat,
  { id, title, log }: FormatOwner,
  bytes: Uint8Array,
  reader: number | undefined,
): Promise<SongFormatReading> {
  try {
    return await format.read(bytes, reader)
  } catch (cause) {
    if (cause instanceof SentenceError) {
      const { code, sentence, values, source = id } = cause
      throw new SentenceError(code, sentence, values, { source, cause })
    }
    // These errors are also meant for users, but have no values.
    if (cause instanceof FretworkError) {
      throw new SentenceError(cause.code, cause.message, {}, { source: id, cause })
    }
    log.error(`The format ${format.id} of ${id} failed`, cause)
    const reason = messageOf(cause)
    throw new MidiFileError(
      'format_failed',
      { plugin: title, reason: /[.!?]$/.test(reason) ? reason : `${reason}.` },
      { cause },
    )
  }
}

function remarksOf({ remarks = [] }: SongFormatReading, { id }: FormatOwner): readonly SongRemark[] {
  return remarks.map(({ sentence, values = {} }, index) => ({
    code: `${id}.${index}`,
    sentence,
    values,
    message: fillSentence(sentence, values),
    source: id,
  }))
}

function withoutEnding(fileName: string, { extensions }: SongFormat): string {
  const ending = extensions.find(each => fileName.toLowerCase().endsWith(each))
  return ending === undefined ? fileName : fileName.slice(0, -ending.length)
}
