import { FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import { fillSentence, SentenceError } from '../../core/platform/phrases.js'
import type { Logger } from '../../core/platform/ports.js'
import { parseSong, type Song, SongError } from '../../music/song/song.js'
import { MidiFileError } from './midi-file-error.js'
import type { SongFormat, SongFormatReading, SongReading, SongRemark } from './tokens.js'

export interface FormatOwner {
  readonly id: string
  readonly title: string
  readonly log: Pick<Logger, 'error'>
}

/** @throws SentenceError from the format, or an error that includes the plugin's name */
export async function readWithFormat(
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
