import type { Song } from '../../../music/song/song.js'
import type { ShownNote } from '../../player/tokens.js'
import type { RhythmSign } from './tab-rhythm.js'

type Part = Readonly<Record<string, unknown>>
type WrittenSign = Omit<RhythmSign, 'beamed'>

interface WrittenBeat extends WrittenSign {
  readonly isHidden: boolean
  readonly notes: readonly number[]
}

export type ScoreRhythm = NonNullable<ReturnType<typeof scoreRhythm>>

/** Tolerance in quarter notes. */
const SLACK = 0.02

export function scoreRhythm({ score, tracks, header: { ppq } }: Song) {
  if (!score) return undefined
  const voices = listOf(score.content, 'tracks').map(voicesOf)
  const places = score.bars.map(({ ticks, bar }) => ({ at: ticks / ppq, bar }))
  const beginnings = voices.map(bars => {
    const found = new Map<number, { readonly bar: number; readonly at: number }>()
    for (const [bar, beats] of bars.entries())
      for (const { notes, at } of beats.flat()) for (const note of notes) found.set(note, { bar, at })
    return found
  })
  const masterBars = listOf(score.content, 'masterbars')
  return {
    /** Aligns the notes of a strummed beat to draw them in one column. */
    inColumns(notes: readonly ShownNote[]): readonly ShownNote[] {
      const done = new Set<string>()
      return notes.map(note => {
        const written = tracks[note.track]?.notes[note.note]?.written ?? -1
        const beginning = beginnings[note.track]?.get(written)
        const place = places.findLast(({ at, bar }) => bar === beginning?.bar && at <= note.onset + SLACK)
        const key = `${note.track} ${written} ${place?.at}`
        if (!beginning || !place || done.has(key)) return note
        done.add(key)
        return { ...note, onset: place.at + beginning.at }
      })
    },
    /** Returns the rhythm of the voice with the most notes, relative to the start of the bar. */
    signs(track: number, start: number, end: number): readonly WrittenSign[] {
      return places
        .filter(({ at }) => at > start - SLACK && at < end - SLACK)
        .flatMap(({ at, bar }) => {
          const sounding = (beats: readonly WrittenBeat[]) =>
            beats.filter(beat => beat.notes.length > 0).length
          const [beats = []] = (voices[track]?.[bar] ?? []).toSorted((a, b) => sounding(b) - sounding(a))
          return beats.filter(beat => !beat.isHidden).map(beat => ({ ...beat, at: beat.at + at - start }))
        })
    },
    /** Returns the time signature at a position in quarter notes, such as `6/8`. */
    meterAt(quarter: number): string {
      const { bar = 0 } = places.findLast(({ at }) => at <= quarter + SLACK) ?? {}
      const { timesignaturenumerator: beats = 4, timesignaturedenominator: unit = 4 } = masterBars[bar] ?? {}
      return `${beats}/${unit}`
    },
  }
}

/** @returns voices by bar */
function voicesOf(track: Part): readonly (readonly WrittenBeat[])[][] {
  const bars: (readonly WrittenBeat[])[][] = []
  for (const staff of listOf(track, 'staves'))
    for (const [index, bar] of listOf(staff, 'bars').entries()) {
      bars[index] ??= []
      bars[index].push(...listOf(bar, 'voices').map(voice => beatsOf(listOf(voice, 'beats'))))
    }
  return bars
}

/** Skips grace notes. They take no time and have no rhythm symbol. */
function beatsOf(beats: readonly Part[]): readonly WrittenBeat[] {
  let at = 0
  return beats
    .filter(({ gracetype = 0 }) => gracetype === 0)
    .map(beat => {
      const notes = listOf(beat, 'notes')
      const duration = Number(beat.duration ?? 4)
      const dots = Number(beat.dots ?? 0)
      const [parts, within] = [Number(beat.tupletnumerator ?? -1), Number(beat.tupletdenominator ?? -1)]
      const value = duration < 0 ? -4 * duration : 4 / duration
      const given = Number(beat.overridedisplayduration ?? 0) / PPQ
      const length =
        given || (value * (2 - 2 ** -dots) * (within > 0 ? within : 1)) / (within > 0 ? parts : 1)
      const isTied = notes.length > 0 && notes.every(note => note.istiedestination)
      const begin = at
      at += length
      return {
        at: begin,
        length,
        value,
        dotted: dots > 0,
        tuplet: within > 0 && parts !== within ? parts : 0,
        kind: notes.length === 0 ? 'rest' : isTied ? 'tied' : 'note',
        isHidden: beat.isempty === true,
        notes: notes.map(({ id }) => Number(id ?? 0)),
      }
    })
}

const PPQ = 960

function listOf(part: Part, name: string): readonly Part[] {
  const list = part[name]
  return Array.isArray(list) ? list : []
}
