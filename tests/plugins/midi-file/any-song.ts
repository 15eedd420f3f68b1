/** Songs of every kind, for properties: as they come out of `parseSong`. */
import fc from 'fast-check'
import { parseSong, type Song, SongError } from '../../../src/core/music/song/song.js'

const ticks = fc.integer({ min: 0, max: 20_000 })
/** A value of seven bits, as a portion of the largest. */
const portion = fc.integer({ min: 0, max: 127 }).map(value => value / 127)
const words = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter(isKept)

/** Files lose control characters, and the white space around a name. */
function isKept(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Cn}\ufeff]/u.test(text) && text === text.trim()
}

const note = fc.record({
  midi: fc.integer({ min: 0, max: 127 }),
  ticks,
  durationTicks: fc.integer({ min: 0, max: 3000 }),
  velocity: fc.integer({ min: 1, max: 127 }).map(value => value / 127),
})
const change = fc.record({ number: fc.integer({ min: 0, max: 127 }), ticks, value: portion })
const bend = fc.record({
  ticks,
  value: fc.integer({ min: -8192, max: 8191 }).map(value => value / 8192),
})

const track = fc.record({
  name: fc.oneof(fc.constant(''), words),
  channel: fc.integer({ min: 0, max: 15 }),
  instrument: fc.integer({ min: 0, max: 127 }).map(number => ({ number })),
  notes: fc.array(note, { maxLength: 12 }),
  changes: fc.array(change, { maxLength: 6 }),
  pitchBends: fc.array(bend, { maxLength: 6 }),
})

const header = fc.record({
  name: fc.oneof(fc.constant(''), words),
  ppq: fc.constantFrom(96, 120, 480, 960),
  tempos: fc.uniqueArray(fc.record({ ticks, bpm: fc.integer({ min: 20, max: 300 }) }), {
    maxLength: 3,
    selector: tempo => tempo.ticks,
  }),
  timeSignatures: fc.uniqueArray(
    fc.record({
      ticks,
      timeSignature: fc.tuple(fc.integer({ min: 1, max: 16 }), fc.constantFrom(1, 2, 4, 8, 16)),
    }),
    { maxLength: 2, selector: signature => signature.ticks },
  ),
  keySignatures: fc.uniqueArray(
    fc.record({
      ticks,
      key: fc.constantFrom('C', 'Gb', 'F#', 'D'),
      scale: fc.constantFrom('major', 'minor'),
    }),
    { maxLength: 2, selector: signature => signature.ticks },
  ),
  meta: fc.array(
    fc.record({ ticks, text: words, type: fc.constantFrom('text', 'lyrics', 'marker', 'cuePoint') }),
    {
      maxLength: 4,
    },
  ),
})

interface Made {
  readonly header: object
  readonly tracks: readonly { readonly changes: readonly { readonly number: number }[] }[]
}

function parsed({ header: head, tracks }: Made): Song {
  const song = parseSong({
    header: head,
    tracks: tracks.map(({ changes, ...rest }) => ({
      ...rest,
      controlChanges: byController(changes),
    })),
  })
  if (song instanceof SongError) throw song
  return song
}

function byController<T extends { readonly number: number }>(changes: readonly T[]): Record<string, T[]> {
  const groups: Record<string, T[]> = {}
  for (const each of changes) {
    const group = groups[each.number] ?? []
    group.push(each)
    groups[each.number] = group
  }
  return groups
}

/** Anything that the schema lets through. */
export function songs(): fc.Arbitrary<Song> {
  return fc.record({ header, tracks: fc.array(track, { maxLength: 4 }) }).map(parsed)
}

/**
 * Songs that a MIDI file holds exactly: tracks on channels of their own, with something on them, in order of time, and
 * no two things of one kind at one moment that could change places.
 */
export function plainSongs(): fc.Arbitrary<Song> {
  return songs().map(({ header: head, tracks }) => ({
    header: { ...head, name: head.name === '' ? 'Song' : head.name },
    tracks: tracks
      .filter(({ notes }) => notes.length > 0)
      .map((one, channel) => ({
        ...one,
        channel,
        notes: apart(one.notes),
        pitchBends: apart(one.pitchBends),
        controlChanges: Object.fromEntries(
          Object.entries(one.controlChanges).map(([controller, changes]) => [controller, apart(changes)]),
        ),
      })),
  }))
}

/** In order of time, one at a moment; of notes, none into the next one of its pitch. */
function apart<T extends { ticks: number; midi?: number; durationTicks?: number }>(
  events: readonly T[],
): T[] {
  const ordered = events.toSorted((a, b) => a.ticks - b.ticks)
  const kept = ordered.filter((event, index) => ordered[index - 1]?.ticks !== event.ticks)
  return kept.filter(event => {
    if (event.midi === undefined) return true
    const end = event.ticks + (event.durationTicks ?? 0)
    return !kept.some(
      other =>
        other !== event && other.midi === event.midi && other.ticks >= event.ticks && other.ticks <= end,
    )
  })
}
