/**
 * What MusicXML has no element for, or what its readers take differently: it follows in processing instructions,
 * which other programs pass over, and is put back when Fretwork reads the file.
 */
import type { model } from '../../engine.js'
import { type JsonObject, listOf } from '../../reading/score-json.js'
import { writtenScore } from '../../reading/written-score.js'
import { partStaves, VOICES_PER_STAFF } from './staves.js'

/** The name of our instructions. */
const TARGET = 'fretwork'
const INSTRUCTION = /<\?fretwork (score|track|bar) (.*?)\?>/g

/** What is read from the elements themselves, and stays out of the residue. */
const CARRIED = {
  score: ['title'],
  masterbars: [
    'timesignaturenumerator',
    'timesignaturedenominator',
    'isrepeatstart',
    'repeatcount',
    'alternateendings',
  ],
  tracks: ['name', 'shortname'],
  staves: ['capo'],
  bars: ['keysignature', 'keysignaturetype'],
  voices: [],
  beats: ['duration', 'dots', 'tupletnumerator', 'tupletdenominator'],
  notes: ['istiedestination', 'isstaccato'],
} as const satisfies Record<string, readonly string[]>
type Part = keyof typeof CARRIED

const FRETTED = ['string', 'fret'] as const
const PITCHED = ['octave', 'tone'] as const

export interface Residue {
  readonly score: JsonObject
  track(track: model.Track): JsonObject
  /** Of all staves of a track; with what all tracks share, if it is the first. */
  bar(track: model.Track, index: number): JsonObject
}

export function residueOf(score: model.Score): Residue {
  const content = writtenScore(score, []).content
  const { masterbars: _masterBars, tracks: _tracks, ...own } = content
  const masterBars = listOf(content, 'masterbars')
  const tracks = listOf(content, 'tracks')
  return {
    score: without('score', own),
    track({ index }) {
      const { staves: _staves, ...track } = tracks[index] ?? {}
      const staves = listOf(tracks[index], 'staves').map(({ bars: _bars, ...staff }) => {
        // The pitches of the strings are elements; that the tuning has a name is not.
        const { tunings: _tunings, ...tuning } = (staff.stringtuning ?? {}) as JsonObject
        return {
          ...without('staves', staff),
          ...(staff.stringtuning !== undefined && { stringtuning: tuning }),
        }
      })
      return { ...without('tracks', track), staves }
    },
    bar({ index: track }, index) {
      const bars = listOf(tracks[track], 'staves').map(staff => stripped(listOf(staff, 'bars')[index] ?? {}))
      return { bars, ...(track === 0 && { masterbar: without('masterbars', masterBars[index] ?? {}) }) }
    },
  }
}

export function instruction(kind: 'score' | 'track' | 'bar', residue: JsonObject): string {
  // So that no text of a song ends the instruction.
  return `<?${TARGET} ${kind} ${JSON.stringify(residue).replaceAll('>', '\\u003e')}?>\n`
}

function stripped(bar: JsonObject): JsonObject {
  const { voices: _voices, ...own } = bar
  return { ...without('bars', own), voices: listOf(bar, 'voices').map(strippedVoice) }
}

function strippedVoice(voice: JsonObject, index: number): JsonObject {
  const beats = listOf(voice, 'beats')
  // Not among the elements: all of it is residue.
  if (!isWritten(voice, index)) return { ...voice, unwritten: true }
  return {
    ...voice,
    beats: beats.map(beat => {
      const notes = listOf(beat, 'notes').map(note => {
        const own = without('notes', note)
        return dropped(own, pitchKeysOf(note))
      })
      const { notes: _notes, ...own } = beat
      return {
        ...(own.gracetype === undefined ? without('beats', own) : own),
        ...(notes.length > 0 && { notes }),
      }
    }),
  }
}

/** As the writer decides it. */
function isWritten(voice: JsonObject, index: number): boolean {
  return index === 0 || listOf(voice, 'beats').some(({ isempty }) => isempty !== true)
}

/** What says where a note is; a drum has a place on a staff instead, which the elements only show. */
function pitchKeysOf(note: JsonObject): readonly string[] {
  if (typeof note.percussionarticulation === 'number' && note.percussionarticulation >= 0) return []
  return isFretted(note) ? FRETTED : PITCHED
}

const isFretted = ({ string }: JsonObject) => typeof string === 'number' && string >= 0

function without(part: Part, object: JsonObject): JsonObject {
  return dropped(object, CARRIED[part])
}

function dropped(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

function picked(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
}

/** Whether a text is MusicXML that Fretwork wrote. */
export function hasResidue(text: string): boolean {
  return text.includes(`<?${TARGET} score `)
}

/**
 * Puts the residue back.
 *
 * @param read the score as any reader has it, sparse
 * @returns `undefined` where the notes are not those that were written: another program has changed them
 */
export function withResidue(read: JsonObject, text: string): JsonObject | undefined {
  try {
    return merged(read, [...text.matchAll(INSTRUCTION)])
  } catch (thrown) {
    if (thrown instanceof Mismatch || thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** The file was changed since. */
class Mismatch extends Error {}

function merged(read: JsonObject, instructions: readonly RegExpMatchArray[]): JsonObject {
  const masterBars = listOf(read, 'masterbars')
  const tracks: JsonObject[] = []
  let score: JsonObject = {}
  for (const [, kind, json = ''] of instructions) {
    const residue: JsonObject = JSON.parse(json)
    if (kind === 'score') score = { ...picked(read, CARRIED.score), ...residue }
    else if (kind === 'track') tracks.push(mergedTrack(listOf(read, 'tracks')[tracks.length], residue))
    else addBar(residue, { tracks, read, masterBars })
  }
  if (tracks.length !== listOf(read, 'tracks').length) throw new Mismatch()
  return { ...score, masterbars: masterBars, tracks }
}

function mergedTrack(read: JsonObject | undefined, residue: JsonObject): JsonObject {
  if (!read) throw new Mismatch()
  const places = placesOf(read, residue)
  const staves = listOf(residue, 'staves').map((staff, index) => {
    const own = listOf(read, 'staves')[places[index] ?? -1]
    if (!own) throw new Mismatch()
    const tuning = { ...(own.stringtuning as JsonObject), ...(staff.stringtuning as JsonObject) }
    return {
      ...{ ...picked(own, CARRIED.staves), ...staff, bars: [] },
      ...(staff.stringtuning !== undefined && { stringtuning: tuning }),
    }
  })
  return { ...picked(read, CARRIED.tracks), ...residue, staves }
}

/** Which staff of the part has each staff of the track: its tablature, where there is one. */
function placesOf(read: JsonObject, residue: JsonObject): number[] {
  const staves = listOf(residue, 'staves').map(staff => ({
    isPercussion: staff.ispercussion === true,
    tuning: staff.stringtuning === undefined ? [] : [0],
  }))
  const parts = partStaves({ staves } as unknown as model.Track)
  if (parts.length !== listOf(read, 'staves').length) throw new Mismatch()
  return staves.map((_, index) => parts.findLastIndex(({ staff }) => staff === (staves[index] as unknown)))
}

interface Merging {
  readonly tracks: readonly JsonObject[]
  readonly read: JsonObject
  readonly masterBars: JsonObject[]
}

function addBar(residue: JsonObject, { tracks, read, masterBars }: Merging): void {
  const track = tracks.at(-1)
  const other = listOf(read, 'tracks')[tracks.length - 1]
  if (!track || !other) throw new Mismatch()
  const staves = listOf(track, 'staves')
  const places = placesOf(other, track)
  const index = listOf(staves[0], 'bars').length
  if (residue.masterbar) {
    masterBars[index] = {
      ...picked(masterBars[index] ?? {}, CARRIED.masterbars),
      ...(residue.masterbar as JsonObject),
    }
  }
  for (const [place, bar] of listOf(residue, 'bars').entries()) {
    const number = places[place] ?? -1
    const found = listOf(listOf(other, 'staves')[number], 'bars')[index]
    if (!found) throw new Mismatch()
    const voices = listOf(bar, 'voices').map((voice, at) => {
      const { unwritten, ...own } = voice
      if (unwritten === true) return own
      return mergedVoice(listOf(found, 'voices')[number * VOICES_PER_STAFF + at], own)
    })
    listOf(staves[place], 'bars').push({ ...picked(found, CARRIED.bars), ...bar, voices })
  }
}

function mergedVoice(read: JsonObject | undefined, residue: JsonObject): JsonObject {
  const beats = listOf(residue, 'beats')
  const others = listOf(read, 'beats')
  if (others.length !== beats.length) throw new Mismatch()
  return {
    ...residue,
    beats: beats.map((beat, index) => {
      const other = others[index] ?? {}
      const [notes, found] = [listOf(beat, 'notes'), listOf(other, 'notes')]
      if (notes.length !== found.length) throw new Mismatch()
      return {
        ...(beat.gracetype === undefined ? picked(other, CARRIED.beats) : {}),
        ...beat,
        ...(notes.length > 0 && { notes: notes.map((note, at) => mergedNote(found[at] ?? {}, note)) }),
      }
    }),
  }
}

function mergedNote(read: JsonObject, residue: JsonObject): JsonObject {
  const isDrum = pitchKeysOf(residue).length === 0
  const pitch = isDrum ? [] : pitchKeysOf({ ...read, percussionarticulation: undefined })
  return { ...picked(read, [...CARRIED.notes, ...pitch]), ...residue }
}
