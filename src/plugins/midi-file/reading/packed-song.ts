/**
 * A song as it crosses from a worker to the page: columns of numbers, which are handed over and not copied. A song of
 * half a million objects would keep the page busy for a second while it arrives; these are unpacked bit by bit.
 */
import { noteName } from '../../../core/music/guitar/note-name.js'
import type {
  Song,
  SongControlChange,
  SongNote,
  SongPitchBend,
  Track,
} from '../../../core/music/song/song.js'

const NOTE_COLUMNS = 6
const CHANGE_COLUMNS = 4
const BEND_COLUMNS = 3

/** Rows between two looks at the clock. */
const ROWS_AT_ONCE = 2000

interface PackedTrack extends Omit<Track, 'notes' | 'controlChanges' | 'pitchBends'> {
  readonly notes: Float64Array
  /** Only where a note is called otherwise than its pitch is written here. */
  readonly names: readonly string[] | undefined
  readonly controlChanges: readonly (readonly [controller: string, changes: Float64Array])[]
  readonly pitchBends: Float64Array
}

export interface PackedSong {
  /** As JSON: a song with words has thousands of small objects there, and one text arrives at once. */
  readonly header: string
  readonly tracks: readonly PackedTrack[]
}

export function packSong({ header, tracks }: Song): PackedSong {
  return { header: JSON.stringify(header), tracks: tracks.map(packTrack) }
}

/** What of a packed song can be handed over. */
export function buffersOf({ tracks }: PackedSong): ArrayBuffer[] {
  return tracks.flatMap(({ notes, controlChanges, pitchBends }) =>
    [notes, pitchBends, ...controlChanges.map(([, changes]) => changes)].map(
      ({ buffer }) => buffer as ArrayBuffer,
    ),
  )
}

function packTrack({ notes, controlChanges, pitchBends, ...track }: Track): PackedTrack {
  const isOwnName = notes.some(({ midi, name }) => noteName(midi).name !== name)
  return {
    ...track,
    notes: packRows(notes, NOTE_COLUMNS, ({ midi, time, ticks, duration, durationTicks, velocity }) => [
      midi,
      time,
      ticks,
      duration,
      durationTicks,
      velocity,
    ]),
    names: isOwnName ? notes.map(({ name }) => name) : undefined,
    controlChanges: Object.entries(controlChanges).map(([controller, changes]) => [
      controller,
      packRows(changes, CHANGE_COLUMNS, ({ number, time, ticks, value }) => [number, time, ticks, value]),
    ]),
    pitchBends: packRows(pitchBends, BEND_COLUMNS, ({ time, ticks, value }) => [time, ticks, value]),
  }
}

function packRows<T>(
  rows: readonly T[],
  columns: number,
  cellsOf: (row: T) => readonly number[],
): Float64Array {
  const packed = new Float64Array(rows.length * columns)
  for (const [index, row] of rows.entries()) packed.set(cellsOf(row), index * columns)
  return packed
}

/** @param pause awaited every few thousand notes; gives the page back when it has been busy for long enough */
export async function unpackSong({ header, tracks }: PackedSong, pause: () => Promise<void>): Promise<Song> {
  const song: Song = { header: JSON.parse(header), tracks: [] }
  for (const { notes, names, controlChanges, pitchBends, ...track } of tracks) {
    const unpacked: Track = {
      ...track,
      notes: await unpackRows(notes, NOTE_COLUMNS, (at, row) => noteAt(notes, at, names?.[row]), pause),
      controlChanges: {},
      pitchBends: await unpackRows(pitchBends, BEND_COLUMNS, at => bendAt(pitchBends, at), pause),
    }
    for (const [controller, changes] of controlChanges) {
      unpacked.controlChanges[controller] = await unpackRows(
        changes,
        CHANGE_COLUMNS,
        at => changeAt(changes, at),
        pause,
      )
    }
    song.tracks.push(unpacked)
  }
  return song
}

async function unpackRows<T>(
  packed: Float64Array,
  columns: number,
  rowAt: (at: number, row: number) => T,
  pause: () => Promise<void>,
): Promise<T[]> {
  const rows: T[] = []
  const length = packed.length / columns
  for (let row = 0; row < length; row += 1) {
    rows.push(rowAt(row * columns, row))
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await pause()
  }
  return rows
}

function noteAt(cells: Float64Array, at: number, ownName: string | undefined): SongNote {
  const midi = cell(cells, at)
  return {
    duration: cell(cells, at + 3),
    durationTicks: cell(cells, at + 4),
    midi,
    name: ownName ?? nameOf(midi),
    velocity: cell(cells, at + 5),
    time: cell(cells, at + 1),
    ticks: cell(cells, at + 2),
  }
}

function changeAt(cells: Float64Array, at: number): SongControlChange {
  return {
    number: cell(cells, at),
    value: cell(cells, at + 3),
    time: cell(cells, at + 1),
    ticks: cell(cells, at + 2),
  }
}

function bendAt(cells: Float64Array, at: number): SongPitchBend {
  return { value: cell(cells, at + 2), time: cell(cells, at), ticks: cell(cells, at + 1) }
}

function cell(cells: Float64Array, at: number): number {
  return cells[at] ?? 0
}

const names = new Map<number, string>()

function nameOf(midi: number): string {
  const known = names.get(midi)
  if (known !== undefined) return known
  const { name } = noteName(midi)
  names.set(midi, name)
  return name
}
