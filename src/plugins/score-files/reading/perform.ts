import { type Song, type SongNote } from '../../../core/music/song/song.js'
import { DRUM_CHANNEL } from '../../../core/music/song/song-events.js'
import type { WrittenScore } from '../../../core/music/song/song-schema.js'
import { type LooseSong } from '../../../core/music/song/song-schema.js'
import { MAJOR_KEYS } from '../../../core/music/song/song-to-midi.js'
import { midi, type model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import { bendOf, techniquesOf } from './techniques-of.js'
import { firstNoteId } from './written-score.js'

export const PPQ = 960
/** Middle of 14-bit pitch bends. */
const NO_BEND = 8192
/** Played bars, repeats included: hours of music. */
const MOST_BARS = 20_000
const MOST_NOTES = 250_000

type LooseTrack = LooseSong['tracks'][number]
type LooseNote = LooseTrack['notes'][number]

export interface Performance {
  readonly header: Pick<Song['header'], 'ppq' | 'tempos' | 'timeSignatures' | 'keySignatures' | 'meta'>
  readonly tracks: readonly LooseTrack[]
  readonly bars: WrittenScore['bars']
}

/** Follows repeats and jumps, and spreads ornaments, strums and bends. @throws ScoreError `score_endless` */
export function perform(score: model.Score): Performance {
  const stage = new Stage(score)
  const generator = new midi.MidiFileGenerator(score, new Settings(), stage)
  followNotes(generator, note => stage.begin(note))
  const { tickLookup } = generator
  const addBar = tickLookup.addMasterBar.bind(tickLookup)
  tickLookup.addMasterBar = bar => {
    if (tickLookup.masterBars.length >= MOST_BARS) throw new ScoreError('score_endless', { limit: MOST_BARS })
    addBar(bar)
  }
  generator.generate()
  const bars = tickLookup.masterBars.map(({ start, masterBar }) => ({ ticks: start, bar: masterBar.index }))
  return {
    header: {
      ppq: PPQ,
      tempos: stage.tempos,
      timeSignatures: stage.timeSignatures,
      keySignatures: keysOf(score, bars),
      meta: textsOf(score, bars),
    },
    tracks: stage.finished(),
    bars,
  }
}

/** The version of alphaTab is pinned, and a test fails without the method. */
function followNotes(generator: midi.MidiFileGenerator, begin: (note: model.Note) => void): void {
  const performer = generator as unknown as { _generateNote(note: model.Note, ...rest: unknown[]): void }
  const generate = performer._generateNote
  if (typeof generate !== 'function') throw new Error('alphaTab has no _generateNote any more.')
  performer._generateNote = (note, ...rest) => {
    begin(note)
    generate.call(performer, note, ...rest)
  }
}

class Stage implements midi.IMidiFileHandler {
  readonly tempos: { bpm: number; ticks: number }[] = []
  readonly timeSignatures: { ticks: number; timeSignature: [number, number] }[] = []
  private readonly tracks: PerformedTrack[]
  private note: model.Note | undefined
  private count = 0
  private shift = 0

  constructor(score: model.Score) {
    const firstNote = firstNoteId(score)
    const channels = channelsFor(score)
    this.tracks = score.tracks.map(
      (track, index) => new PerformedTrack(track, channels[index] ?? { first: 0 }, firstNote),
    )
  }

  begin(note: model.Note) {
    this.note = note
  }

  addTickShift(ticks: number) {
    this.shift = ticks
  }

  addTimeSignature(tick: number, beats: number, unit: number) {
    this.timeSignatures.push({ ticks: this.at(tick), timeSignature: [beats, unit] })
  }

  addTempo(tick: number, bpm: number) {
    const ticks = this.at(tick)
    const last = this.tempos.at(-1)
    if (last?.ticks === ticks) last.bpm = bpm
    else if (last?.bpm !== bpm) this.tempos.push({ bpm, ticks })
  }

  addNote(track: number, start: number, length: number, key: number, velocity: number, channel: number) {
    this.count += 1
    if (this.count > MOST_NOTES) throw new ScoreError('score_too_many_notes', { limit: MOST_NOTES })
    const ticks = this.at(start)
    const durationTicks = Math.max(0, this.at(start + length) - ticks)
    this.tracks[track]?.addNote({ ticks, durationTicks }, key, velocity, channel, this.note)
  }

  addControlChange(track: number, tick: number, channel: number, controller: number, value: number) {
    this.tracks[track]?.addController(this.at(tick), channel, controller, value)
  }

  addProgramChange(track: number, tick: number, channel: number, program: number) {
    this.tracks[track]?.addProgram(this.at(tick), channel, program)
  }

  addNoteBend(track: number, tick: number, channel: number, _key: number, value: number) {
    this.addBend(track, tick, channel, value)
  }

  addBend(track: number, tick: number, channel: number, value: number) {
    this.tracks[track]?.addBend(this.at(tick), channel, value)
  }

  addRest() {
    // Silent.
  }

  finishTrack(track: number, tick: number) {
    this.tracks[track]?.end(this.at(tick))
  }

  finished(): LooseTrack[] {
    return this.tracks.map(track => track.finished())
  }

  /** Grace notes at the beginning delay everything else. */
  private at(tick: number): number {
    return Math.max(0, Math.round(tick + this.shift))
  }
}

class PerformedTrack {
  private readonly notes: LooseNote[] = []
  private readonly controlChanges: NonNullable<LooseTrack['controlChanges']> = {}
  private readonly bends: { ticks: number; channel: number; value: number; order: number }[] = []
  private readonly programs: { ticks: number; number: number }[] = []
  private endTicks = 0

  constructor(
    private readonly track: model.Track,
    private readonly channels: Channels,
    private readonly firstNote: number,
  ) {}

  addNote(
    when: { ticks: number; durationTicks: number },
    key: number,
    velocity: number,
    channel: number,
    written: model.Note | undefined,
  ) {
    this.notes.push({
      midi: byte(key),
      ...when,
      velocity: byte(velocity) / 127,
      ...this.of(channel),
      ...(written && playedBy(written, key, this.firstNote)),
    })
  }

  addController(ticks: number, channel: number, number: number, value: number) {
    if (this.isUnused(channel)) return
    const list = this.controlChanges[number] ?? []
    list.push({ ticks, number, value: byte(value) / 127, ...this.of(channel) })
    this.controlChanges[number] = list
  }

  addProgram(ticks: number, channel: number, number: number) {
    if (channel === this.track.playbackInfo.primaryChannel)
      this.programs.push({ ticks, number: byte(number) })
  }

  addBend(ticks: number, channel: number, value: number) {
    this.bends.push({ ticks, channel, value: Math.floor(value), order: this.bends.length })
  }

  end(ticks: number) {
    this.endTicks = ticks
  }

  finished(): LooseTrack {
    const { name, playbackInfo } = this.track
    const { first, second } = this.channels
    const [program, ...changes] = this.programs
    const staff = this.track.staves[0]
    return {
      name,
      channel: first,
      instrument: { number: byte(program?.number ?? playbackInfo.program), family: '', name: '' },
      notes: this.notes.sort((a, b) => (a.ticks ?? 0) - (b.ticks ?? 0)),
      controlChanges: this.controlChanges,
      pitchBends: this.heardBends(),
      endOfTrackTicks: this.endTicks,
      ...(second !== undefined && { otherChannels: [second] }),
      ...(changes.length > 0 && { programChanges: this.programChanges(changes) }),
      ...(staff && !staff.isPercussion && staff.tuning.length > 0
        ? { tuning: staff.tuning.map(byte), capo: staff.capo }
        : {}),
    }
  }

  private programChanges(changes: readonly { ticks: number; number: number }[]) {
    const { second } = this.channels
    const both = second === undefined ? [{}] : [{}, { channel: second }]
    return changes.flatMap(change => both.map(channel => ({ ...change, ...channel })))
  }

  /** Drops the bend that alphaTab resets before every note. */
  private heardBends() {
    const current = new Map<number, number>()
    const heard = []
    for (const { ticks, channel, value } of this.bends.sort(
      (a, b) => a.ticks - b.ticks || a.order - b.order,
    )) {
      const { channel: other = this.channels.first } = this.of(channel)
      if ((current.get(other) ?? NO_BEND) === value) continue
      current.set(other, value)
      heard.push({ ticks, value: Math.min(1, value / NO_BEND - 1), ...this.of(channel) })
    }
    return heard
  }

  /** Returns the channel if it differs from the track's. */
  private of(channel: number): { channel?: number } {
    const { second } = this.channels
    return second !== undefined && channel === this.track.playbackInfo.secondaryChannel
      ? { channel: second }
      : {}
  }

  /** alphaTab's second channel would repeat everything where the song has none. */
  private isUnused(channel: number): boolean {
    const { primaryChannel } = this.track.playbackInfo
    return channel !== primaryChannel && this.channels.second === undefined
  }
}

/** Strings count from the first of the tuning. */
function playedBy(note: model.Note, key: number, firstNote: number): Partial<SongNote> {
  const techniques = techniquesOf(note)
  const bend = bendOf(note)
  const played: Partial<SongNote> = { ...(techniques.length > 0 && { techniques }), ...(bend && { bend }) }
  const { tuning } = note.beat.voice.bar.staff
  if (!note.isStringed || note.isPercussion || tuning.length === 0) return played
  // A trill alternates with a fret that is not written.
  const away = key - note.realValue
  const fret = note.fret + away
  return {
    ...{ ...played, string: tuning.length - note.string + 1 },
    ...(fret >= 0 && { fret }),
    ...(away === 0 && { written: note.id - firstNote }),
  }
}

function byte(value: number): number {
  return Math.min(127, Math.max(0, Math.round(value)))
}

function keysOf(score: model.Score, bars: WrittenScore['bars']): Song['header']['keySignatures'] {
  const staff = score.tracks.find(({ playbackInfo }) => playbackInfo.primaryChannel !== DRUM_CHANNEL)
    ?.staves[0]
  const keys: Song['header']['keySignatures'] = []
  for (const { ticks, bar } of bars) {
    const written = staff?.bars[bar]
    const key = MAJOR_KEYS[(written?.keySignature ?? 0) + 7]
    const scale = written?.keySignatureType === 1 ? 'minor' : 'major'
    const last = keys.at(-1)
    if (key && (last?.key !== key || last.scale !== scale)) keys.push({ ticks, key, scale })
  }
  return keys
}

function textsOf(score: model.Score, bars: WrittenScore['bars']): Song['header']['meta'] {
  const meta: Song['header']['meta'] = []
  for (const { ticks, bar } of bars) {
    const { section } = score.masterBars[bar] ?? {}
    const text = section && (section.text || section.marker)
    if (text) meta.push({ ticks, text, type: 'marker' })
    for (const { staves } of score.tracks) {
      for (const voice of staves[0]?.bars[bar]?.voices ?? []) {
        for (const { lyrics, playbackStart } of voice.beats) {
          const words = lyrics?.find(line => line.trim() !== '')
          if (words) meta.push({ ticks: Math.max(0, ticks + playbackStart), text: words, type: 'lyrics' })
        }
      }
    }
  }
  return meta
}

interface Channels {
  readonly first: number
  /** For notes that bend while others of their chord do not. Both 0–15. */
  readonly second?: number
}

const CHANNELS = 16

/** Each track gets a channel, then tracks with bends get a second. Tracks of one instrument share first. */
function channelsFor(score: model.Score): Channels[] {
  const free = Array.from({ length: CHANNELS }, (_, channel) => channel).filter(each => each !== DRUM_CHANNEL)
  const byProgram = new Map<number, number>()
  let shared = 0
  const firsts = score.tracks.map(track => {
    const { program } = track.playbackInfo
    if (isDrums(track)) return DRUM_CHANNEL
    const channel = free.shift() ?? byProgram.get(program) ?? nextShared()
    byProgram.set(program, channel)
    return channel
  })
  function nextShared() {
    const channel = [...byProgram.values()][shared % byProgram.size] ?? 0
    shared += 1
    return channel
  }
  return score.tracks.map((track, index) => {
    const first = firsts[index] ?? 0
    const second = first !== DRUM_CHANNEL && bends(track) ? free.shift() : undefined
    return second === undefined ? { first } : { first, second }
  })
}

function isDrums({ staves, playbackInfo }: model.Track): boolean {
  return staves.some(({ isPercussion }) => isPercussion) || playbackInfo.primaryChannel === DRUM_CHANNEL
}

function bends({ staves }: model.Track): boolean {
  return staves.some(({ bars }) =>
    bars.some(({ voices }) =>
      voices.some(({ beats }) =>
        beats.some(
          beat =>
            beat.hasWhammyBar ||
            beat.vibrato !== 0 ||
            beat.notes.some(note => note.hasBend || note.vibrato !== 0 || note.slideOutType !== 0),
        ),
      ),
    ),
  )
}
