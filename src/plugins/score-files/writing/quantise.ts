import type { Song, SongNote, Track } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { metersOf, pickupOf, ticksPerBeat } from '../../../music/song/song-time.js'
import { MAJOR_KEYS } from '../../../music/song/song-to-midi.js'
import { model, Settings } from '../engine.js'
import { soundKeys } from '../reading/written-score.js'
import type { ReadingGrid } from '../tokens.js'

/** Notes at the same grid position; times are in quarter notes. */
interface Chord {
  readonly start: number
  end: number
  readonly notes: SongNote[]
}

export function quantised(song: Song, grid: ReadingGrid): model.Score {
  const score = new model.Score()
  score.title = song.header.name
  const chords = song.tracks.map(track => chordsOf(track, song.header.ppq, grid))
  const end = Math.max(0, ...chords.flatMap(each => each.chords.map(chord => chord.end)))
  const bars = playedBars(song, end)
  addMasterBars(score, song, bars)
  for (const [index, track] of song.tracks.entries()) {
    const own = chords[index]
    if (own && track.notes.length > 0) addTrack(score, track, song, { ...own, bars })
  }
  for (const track of score.tracks) soundKeys(track)
  score.finish(new Settings())
  return score
}

interface Chords {
  readonly chords: readonly Chord[]
  readonly divisions: ReadonlyMap<number, number>
}

function chordsOf({ notes }: Track, ppq: number, grid: ReadingGrid): Chords {
  const sorted = notes.toSorted((a, b) => a.ticks - b.ticks || b.midi - a.midi)
  const divisions = divisionsOf(
    sorted.map(({ ticks }) => ticks / ppq),
    grid,
  )
  const snapped = (quarters: number) => {
    const quarter = Math.floor(quarters)
    const division = divisions.get(quarter) ?? divisionOfRest(grid)
    return quarter + Math.round((quarters - quarter) * division) / division
  }
  const chords: Chord[] = []
  for (const note of sorted) {
    const start = snapped(note.ticks / ppq)
    const end = snapped((note.ticks + note.durationTicks) / ppq)
    const last = chords.at(-1)
    if (last && last.start >= start - 1e-6) {
      // Each pitch occurs once per chord, with the length of the longest note.
      if (!last.notes.some(({ midi }) => midi === note.midi)) last.notes.push(note)
      last.end = Math.max(last.end, end)
    } else chords.push({ start, end, notes: [note] })
  }
  for (const [index, chord] of chords.entries()) {
    const next = chords[index + 1]?.start ?? Number.POSITIVE_INFINITY
    const shortest = 1 / (divisions.get(Math.floor(chord.start)) ?? divisionOfRest(grid))
    chord.end = Math.min(next, Math.max(chord.end, chord.start + shortest))
  }
  return { chords, divisions }
}

const divisionOfRest = (grid: ReadingGrid) => divisionsOf([0], grid).get(0) ?? 4

function addMasterBars(score: model.Score, { header }: Song, bars: readonly PlayedBar[]): void {
  for (const { meter, length, start } of bars) {
    const bar = new model.MasterBar()
    bar.timeSignatureNumerator = meter[0]
    bar.timeSignatureDenominator = meter[1]
    bar.isAnacrusis = start === 0 && length < (meter[0] * 4) / meter[1]
    score.addMasterBar(bar)
  }
  const placed = <T extends { readonly ticks: number }>(
    events: readonly T[],
    add: (event: T, bar: model.MasterBar, ratio: number) => void,
  ) => {
    for (const event of events) {
      const at = event.ticks / header.ppq
      const index = bars.findLastIndex(({ start }) => start <= at + 1e-6)
      const [bar, played] = [score.masterBars[index], bars[index]]
      if (bar && played) add(event, bar, Math.min(1, (at - played.start) / played.length))
    }
  }
  placed(header.tempos, ({ bpm }, bar, ratio) => {
    bar.tempoAutomations.push(model.Automation.buildTempoAutomation(false, ratio, bpm, 2))
  })
  placed(
    header.meta.filter(({ type }) => type === 'marker'),
    ({ text }, bar) => {
      const section = new model.Section()
      section.text = text
      bar.section = section
    },
  )
}

interface Placed extends Chords {
  readonly bars: readonly PlayedBar[]
}

function addTrack(score: model.Score, track: Track, song: Song, { chords, divisions, bars }: Placed): void {
  const written = new model.Track()
  written.name = track.name
  written.playbackInfo.program = track.instrument.number
  written.playbackInfo.primaryChannel = track.channel
  written.playbackInfo.secondaryChannel = track.otherChannels?.[0] ?? track.channel
  score.addTrack(written)
  written.ensureStaveCount(1)
  const staff = written.staves[0]
  if (!staff) return
  staff.isPercussion = track.channel === DRUM_CHANNEL
  const tuning = staff.isPercussion ? [] : (track.tuning ?? [])
  staff.stringTuning = new model.Tuning('', [...tuning], false)
  staff.showTablature = tuning.length > 0
  staff.capo = track.capo ?? 0
  staff.displayTranspositionPitch = tuning.length > 0 ? -12 : 0
  let next = 0
  let going: Chord | undefined
  for (const { start, length, meter } of bars) {
    const beatLength = beatOf(meter)
    const divisionOf = (quarter: number) => divisions.get(Math.floor(start + quarter)) ?? 4
    const bar = new model.Bar()
    bar.clef = staff.isPercussion ? model.Clef.Neutral : clefFor(track)
    setKey(bar, song, start)
    const voice = new model.Voice()
    staff.addBar(bar)
    bar.addVoice(voice)
    const add = (from: number, to: number, chord: Chord | undefined) => {
      let isTied = chord !== undefined && chord === going
      for (const value of valuesOf(from - start, to - start, { beat: beatLength, divisionOf })) {
        const beat = new model.Beat()
        beat.duration = value.duration
        beat.dots = value.dots
        if (value.isTriplet) {
          beat.tupletNumerator = 3
          beat.tupletDenominator = 2
        }
        voice.addBeat(beat)
        for (const note of chord?.notes ?? []) beat.addNote(noteOf(note, staff, tuning, isTied))
        if (chord) beat.dynamics = dynamicOf(chord)
        isTied = true
      }
    }
    let at = start
    const end = start + length
    if (going) {
      at = Math.min(end, going.end)
      add(start, at, going)
      if (at >= going.end - 1e-6) going = undefined
    }
    for (let chord = chords[next]; chord && chord.start < end - 1e-6; chord = chords[next]) {
      add(at, chord.start, undefined)
      at = Math.min(end, chord.end)
      add(chord.start, at, chord)
      if (chord.end > end + 1e-6) going = chord
      next += 1
    }
    add(at, end, undefined)
  }
}

/** Returns the beat length in quarter notes. */
function beatOf([beats, unit]: PlayedBar['meter']): number {
  return unit === 8 && beats % 3 === 0 ? 1.5 : 1
}

function noteOf(note: SongNote, staff: model.Staff, tuning: readonly number[], isTied: boolean): model.Note {
  const written = new model.Note()
  if (staff.isPercussion) written.percussionArticulation = note.midi
  else if (note.string !== undefined && note.fret !== undefined && tuning.length > 0) {
    written.string = tuning.length - note.string + 1
    written.fret = note.fret
  } else {
    written.octave = Math.floor(note.midi / 12)
    written.tone = note.midi % 12
  }
  written.isTieDestination = isTied
  return written
}

/** Middle C, the boundary between the clefs. */
const MIDDLE = 60

function clefFor({ notes, tuning }: Track): model.Clef {
  if (tuning && tuning.length > 0) return Math.max(...tuning) < MIDDLE - 12 ? model.Clef.F4 : model.Clef.G2
  const mean = notes.reduce((sum, { midi }) => sum + midi, 0) / notes.length
  return mean < MIDDLE - 5 ? model.Clef.F4 : model.Clef.G2
}

function setKey(bar: model.Bar, { header }: Song, quarters: number): void {
  const found = header.keySignatures.findLast(({ ticks }) => ticks / header.ppq <= quarters + 1e-6)
  const place = found ? MAJOR_KEYS.indexOf(found.key) : -1
  if (place < 0) return
  bar.keySignature = place - 7
  if (found?.scale === 'minor') bar.keySignatureType = model.KeySignatureType.Minor
}

const { PPP, PP, P, MP, MF, F, FF, FFF } = model.DynamicValue
const DYNAMICS = [PPP, PP, P, MP, MF, F, FF, FFF] as const

function dynamicOf({ notes }: Chord): model.DynamicValue {
  const loudest = Math.max(...notes.map(({ velocity }) => velocity))
  return DYNAMICS[Math.min(7, Math.max(0, Math.round((loudest * 127 - 15) / 16)))] ?? F
}

interface PlayedBar {
  /** Quarter notes since the start of the song. */
  readonly start: number
  readonly length: number
  readonly meter: readonly [number, number]
}

/** Maximum number of bars. A damaged song may claim more. */
const MOST_BARS = 20_000

/** @param end end of the song in quarter notes */
function playedBars({ header }: Song, end: number): PlayedBar[] {
  const pickup = pickupOf(header)
  const meters = metersOf(header)
  const bars: PlayedBar[] = []
  for (const [index, meter] of meters.entries()) {
    const { ticks } = meter
    const { timeSignature } = index === 0 && pickup ? pickup.meter : meter
    const [beats, unit] = timeSignature
    const length = (beats * ticksPerBeat(header.ppq, unit)) / header.ppq
    const next = meters[index + 1]
    const until = next ? next.ticks / header.ppq : Math.max(end, ticks / header.ppq + length)
    let start = ticks / header.ppq
    while (start < until - 1e-6 && bars.length < MOST_BARS) {
      bars.push({ start, length: Math.min(length, until - start), meter: timeSignature })
      start += length
    }
  }
  const last = bars.at(-1)
  if (!last) return bars
  const [beats, unit] = last.meter
  return [...bars.slice(0, -1), { ...last, length: (beats * 4) / unit }]
}

/** Divisions of a quarter note, most common first. */
const GRIDS: Readonly<Record<ReadingGrid, readonly [number, ...number[]]>> = {
  '1/8': [2],
  '1/16': [4],
  '1/32': [8],
  '1/8T': [3],
  '1/16T': [6],
  auto: [4, 3, 6, 8],
}

/** Minimum improvement for choosing a less common division, in quarter notes. */
const COST = 0.01

/**
 * Returns the division of each quarter note that contains onsets, keyed by the quarter note's index.
 *
 * @param onsets quarter notes, ascending
 */
export function divisionsOf(onsets: readonly number[], grid: ReadingGrid): ReadonlyMap<number, number> {
  const byQuarter = new Map<number, number[]>()
  for (const onset of onsets) {
    const quarter = Math.floor(onset)
    byQuarter.set(quarter, [...(byQuarter.get(quarter) ?? []), onset - quarter])
  }
  const divisions = new Map<number, number>()
  for (const [quarter, places] of byQuarter) {
    let best: number = GRIDS[grid][0]
    let least = Number.POSITIVE_INFINITY
    for (const [rank, division] of GRIDS[grid].entries()) {
      const errors = places.map(place => Math.abs(place - Math.round(place * division) / division))
      const cost = Math.max(...errors) + rank * COST
      if (cost < least) {
        least = cost
        best = division
      }
    }
    divisions.set(quarter, best)
  }
  return divisions
}

interface Value {
  /** Note value: 4 is a quarter. */
  readonly duration: number
  readonly dots: number
  readonly isTriplet: boolean
  /** Length in quarter notes. */
  readonly length: number
}

const PLAIN: readonly Value[] = [1, 2, 4, 8, 16, 32].flatMap(duration => {
  const length = 4 / duration
  const plain = { duration, dots: 0, isTriplet: false, length }
  return duration < 32 ? [{ ...plain, dots: 1, length: length * 1.5 }, plain] : [plain]
})
const TRIPLETS: readonly Value[] = [4, 8, 16].map(duration => ({
  ...{ duration, dots: 0, isTriplet: true },
  length: (4 / duration) * (2 / 3),
}))

const SLACK = 1e-6

interface BarBeats {
  /** Beat length in quarter notes: 1.5 in 6/8. */
  readonly beat: number
  /** Returns the division of a quarter note in the bar: 3 and 6 are triplets. */
  readonly divisionOf: (quarter: number) => number
}

/**
 * Splits a span into plain, dotted and triplet values. Times are in quarter notes since the start of the bar.
 */
export function valuesOf(from: number, to: number, beats: BarBeats): Value[] {
  const values: Value[] = []
  let at = from
  while (to - at > SLACK) {
    const value = nextValue(at, to, beats)
    if (!value) break
    values.push(value)
    at += value.length
  }
  return values
}

function nextValue(at: number, to: number, { beat, divisionOf }: BarBeats): Value | undefined {
  const start = Math.floor(at / beat + SLACK) * beat
  // Whole beats first. Within a beat, no value may cross into the next beat.
  if (at - start < SLACK && to - at >= beat - SLACK) {
    const whole = Math.floor((to - at) / beat + SLACK) * beat
    return PLAIN.find(({ length }) => length <= whole + SLACK && Number.isInteger(length / beat))
  }
  const left = Math.min(to, start + beat) - at
  const isTriplet = divisionOf(Math.floor(at + SLACK)) % 3 === 0
  const fitting = (isTriplet ? TRIPLETS : PLAIN).find(({ length }) => length <= left + SLACK)
  return fitting ?? PLAIN.find(({ length }) => length <= left + SLACK)
}
