import type { NoticeBoard } from '../../core/events/notices.js'
import { inOne } from '../../core/events/remarks.js'
import type { PagePort } from '../../core/platform/ports.js'
import { MidiRangeError } from '../../music/midi/midi-limits.js'
import type { Song, Track } from '../../music/song/song.js'
import { fileTitle } from '../../music/song/song-name.js'
import { songToMidi } from '../../music/song/song-to-midi.js'
import { MidiFileError, type MidiFileNote, midiFileNote } from './midi-file-error.js'
import type { ExportedSong, ReadSong, SongExporter, SongReader } from './tokens.js'

/** @throws MidiFileError `midi_too_long` */
export async function exportAsMidi(song: Song, title: string, read: ReadSong): Promise<ExportedSong> {
  const content = written(song)
  const { song: again } = await read(content)
  return { name: `${fileTitle(title)}.mid`, content, notes: songLosses(song, again) }
}

export function exportAsJson(song: Song, title: string): ExportedSong {
  return { name: `${fileTitle(title)}.json`, content: `${JSON.stringify(song)}\n`, notes: [] }
}

function written(song: Song): Uint8Array {
  try {
    return songToMidi(song)
  } catch (cause) {
    if (cause instanceof MidiRangeError) throw new MidiFileError('midi_too_long', {}, { cause })
    throw cause
  }
}

type Part = (song: Song) => readonly string[]

/** Parts of the notes to compare, with the names shown to the user. */
const PARTS = {
  export_notes: song =>
    eachTrack(song, ({ channel: usual, notes }) =>
      notes.map(
        ({ midi, ticks, durationTicks, velocity, channel = usual }) =>
          `${channel} ${midi} ${ticks} ${durationTicks} ${sevenBits(velocity)}`,
      ),
    ),
  export_controls: song =>
    eachTrack(song, ({ channel: usual, controlChanges, pitchBends }) => [
      ...Object.values(controlChanges)
        .flat()
        .map(
          ({ number, ticks, value, channel = usual }) => `${channel} ${number} ${ticks} ${sevenBits(value)}`,
        ),
      ...pitchBends.map(
        ({ ticks, value, channel = usual }) => `${channel} bend ${ticks} ${Math.round(value * 8192)}`,
      ),
    ]),
  export_time: ({ header: { tempos, timeSignatures, keySignatures } }) => [
    ...tempos.map(({ ticks, bpm }) => `tempo ${ticks} ${bpm.toFixed(2)}`),
    ...timeSignatures.map(({ ticks, timeSignature }) => `time ${ticks} ${timeSignature.join('/')}`),
    ...keySignatures.map(({ ticks, key, scale }) => `key ${ticks} ${key} ${scale}`),
  ],
  export_texts: ({ header: { name, meta } }) => [
    `name ${name}`,
    ...meta.map(({ ticks, type, text }) => `${ticks} ${type} ${text}`),
  ],
  export_tracks: song =>
    eachTrack(song, ({ channel, name, instrument }) => [`${channel} ${instrument.number} ${name}`]),
} satisfies Record<string, Part>

export function songLosses(song: Song, again: Song): readonly MidiFileNote[] {
  const notes: MidiFileNote[] = []
  for (const [code, part] of Object.entries(PARTS) as [keyof typeof PARTS, Part][]) {
    const number = missingIn(part(again), part(song))
    if (number > 0) notes.push(midiFileNote(code, { number }))
  }
  return notes
}

function eachTrack(song: Song, of: (track: Track) => readonly string[]): readonly string[] {
  return song.tracks.flatMap(of)
}

function sevenBits(portion: number): number {
  return Math.round(portion * 127)
}

function missingIn(there: readonly string[], wanted: readonly string[]): number {
  const open = new Map<string, number>()
  for (const each of there) open.set(each, (open.get(each) ?? 0) + 1)
  let missing = 0
  for (const each of wanted) {
    const left = open.get(each) ?? 0
    if (left === 0) missing += 1
    else open.set(each, left - 1)
  }
  return missing
}

interface SongExporterParts {
  readonly read: ReadSong
  readonly write: SongReader['write']
  /** Undefined on the command line. */
  readonly page: Pick<PagePort, 'saveFile'> | undefined
  readonly notices: Pick<NoticeBoard, 'post'>
}

export function createSongExporter({ read, write, page, notices }: SongExporterParts): SongExporter {
  const saved = (file: ExportedSong) => {
    const source = 'midi-file'
    page?.saveFile(file.name, file.content)
    const remarks = file.notes.map(({ sentence: message, values }) => ({ source, message, values }))
    if (remarks.length > 0) notices.post({ kind: 'warning', source, ...inOne(remarks) })
    return file
  }
  return {
    async save(song, title, format) {
      if (format === 'json') return saved(exportAsJson(song, title))
      if (format === 'midi') return saved(await exportAsMidi(song, title, read))
      const content = await write(song, format)
      return saved({ name: `${fileTitle(title)}${format}`, content, notes: [] })
    },
    saveFile: async (name, content) => saved({ name, content, notes: [] }),
  }
}
