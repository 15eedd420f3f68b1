import type { Song, SongNote } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import type { LooseSong, WrittenScore } from '../../../music/song/song-schema.js'
import { DEFAULT_BPM } from '../../../music/song/song-time.js'
import { MAJOR_KEYS } from '../../../music/song/song-to-midi.js'
import { midi, model, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import type { Swing } from './draft.js'
import { bendOf, firstNoteId, techniquesOf } from './written-score.js'

export const PPQ = 960
/** Center value of 14-bit pitch bend. */
const NO_BEND = 8192
const MOST_NOTES = 250_000
const MOST_BENDS = 250_000

type LooseTrack = LooseSong['tracks'][number]
type LooseNote = LooseTrack['notes'][number]

export interface Performance {
  readonly header: Pick<Song['header'], 'ppq' | 'tempos' | 'timeSignatures' | 'keySignatures' | 'meta'>
  readonly tracks: readonly LooseTrack[]
  readonly bars: WrittenScore['bars']
}

export interface Course {
  /** Bar indices in playing order. */
  readonly order: readonly number[]
  /** Swing by bar index; if undefined, the score's triplet feel applies. */
  readonly swings?: ReadonlyMap<number, Swing> | undefined
  /** True to let bars with too many beats overlap the next bars, as version 1.2 did. */
  readonly runsOver?: boolean
}

const WITH_TRIPLET_FEEL = new Settings()
const AS_WRITTEN = new Settings()
AS_WRITTEN.player.playTripletFeel = false

/**
 * Plays a score: expands ornaments, strums and bends into notes and messages.
 * @throws ScoreError `score_too_many_notes`
 */
export function perform(score: model.Score, { order, swings, runsOver }: Course): Performance {
  settleGraces(score)
  // Guitar Pro files may list tempo changes in any order.
  for (const { tempoAutomations } of score.masterBars)
    tempoAutomations.sort((a, b) => a.ratioPosition - b.ratioPosition)
  const settings = swings === undefined ? WITH_TRIPLET_FEEL : AS_WRITTEN
  const bars = playedBars(score, { order, swings, runsOver })
  const stage = new Stage(score, bars)
  const player = playerOf(score, settings, stage)
  for (const track of score.tracks) player._generateTrack(track)
  const state = new WrittenState(score, player)
  for (const bar of bars) {
    const { index, tick, masterBar } = bar
    stage.beginNextBar()
    if (tick > 0 && index === bar.runBegin) state.restore(index, tick)
    const tempo = state.tempoAt(index)
    stage.addTempo(tick, tempo)
    for (const { value, ratioPosition } of masterBar.tempoAutomations)
      stage.addTempo(tick + bar.length * ratioPosition, value)
    stage.addTimeSignature(tick, ...bar.meter)
    for (const staff of score.tracks.flatMap(({ staves }) => staves)) {
      const written = staff.bars[index]
      if (written) player._generateBar(written, tick, tempo)
    }
  }
  const written = bars.map(({ tick, index }) => ({ ticks: tick, bar: index }))
  return {
    header: {
      ppq: PPQ,
      tempos: stage.tempos,
      timeSignatures: stage.timeSignatures,
      keySignatures: keysOf(score, written),
      meta: textsOf(score, written),
    },
    tracks: stage.finished(),
    bars: written,
  }
}

interface PlayedBar {
  readonly index: number
  readonly masterBar: model.MasterBar
  /** Start and length in ticks. */
  readonly tick: number
  readonly length: number
  readonly meter: Meter
  /** The bars from index `runBegin` to tick `runEnd` are played without a jump. */
  readonly runBegin: number
  readonly runEnd: number
  readonly swing: Swing | undefined
}

type Meter = readonly [beats: number, unit: number]

function playedBars(score: model.Score, { order, swings, runsOver }: Course): PlayedBar[] {
  const lengths = score.masterBars.map(bar => lengthOfBar(bar, runsOver))
  const bars: (PlayedBar & { runEnd: number })[] = []
  let [tick, runBegin] = [0, order[0] ?? 0]
  for (const [place, index] of order.entries()) {
    const masterBar = score.masterBars[index]
    if (!masterBar) continue
    if (place > 0 && index !== (order[place - 1] ?? 0) + 1) runBegin = index
    const { length, meter } = lengths[index] ?? lengthOfBar(masterBar, runsOver)
    bars.push({ index, masterBar, tick, length, meter, runBegin, runEnd: 0, swing: swings?.get(index) })
    tick += length
  }
  let runEnd = tick
  for (const [place, bar] of [...bars.entries()].reverse()) {
    bar.runEnd = runEnd
    if (bar.index === bar.runBegin && place > 0) runEnd = bar.tick
  }
  return bars
}

/**
 * Private methods of alphaTab's generator. Its version is
 * pinned, and a test fails if these methods are missing.
 */
interface Player {
  _generateTrack(track: model.Track): void
  _generateBar(bar: model.Bar, tick: number, bpm: number): void
  _generateNote(note: model.Note, ...rest: unknown[]): void
  _generateNonTempoAutomation(beat: model.Beat, automation: model.Automation, barTick: number): void
}

function playerOf(score: model.Score, settings: Settings, stage: Stage): Player {
  const player = new midi.MidiFileGenerator(score, settings, stage) as unknown as Player
  const generate = player._generateNote
  player._generateNote = (note, ...rest) => stage.play(note, () => generate.call(player, note, ...rest))
  return player
}

/**
 * Makes time for grace notes: at the start of the score, from
 * the first beat; at the end of a bar, from the preceding beat.
 */
function settleGraces({ tracks }: model.Score): void {
  const isPlain = ({ graceType }: model.Beat) => graceType === model.GraceType.None
  for (const { bars } of tracks.flatMap(({ staves }) => staves)) {
    for (const { beats } of bars[0]?.voices ?? []) {
      const early = Math.max(0, -(beats[0]?.playbackStart ?? 0))
      const main = beats.findIndex(isPlain)
      for (const beat of beats.slice(0, main + 1)) beat.playbackStart += early
      if (beats[main]) beats[main].playbackDuration -= early
    }
    for (const { beats } of bars.flatMap(({ voices }) => voices)) {
      const main = beats.findLastIndex(isPlain)
      const graces = beats.slice(main + 1)
      const length = graces.reduce((sum, beat) => sum + beat.playbackDuration, 0)
      const before = beats[main]
      if (!before || before.playbackDuration <= length) continue
      before.playbackDuration -= length
      for (const grace of graces) grace.playbackStart -= length
    }
  }
}

/**
 * Returns the bar length in ticks. Pickups and bars with too many beats are as
 * long as their content; grace notes before a bar belong to the previous bar.
 */
function lengthOfBar(masterBar: model.MasterBar, runsOver = false): { length: number; meter: Meter } {
  const { timeSignatureNumerator, timeSignatureDenominator, isAnacrusis } = masterBar
  const meter = [timeSignatureNumerator, timeSignatureDenominator] as const
  const staves = masterBar.score.tracks.flatMap(track => track.staves)
  const ends = staves
    .flatMap(({ bars }) => bars[masterBar.index]?.voices ?? [])
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ beats }) => beats.at(-1))
    .map(beat => (beat ? beat.playbackStart + beat.playbackDuration : 0))
  const filled = Math.max(0, ...ends)
  const usual = isAnacrusis ? filled : masterBar.calculateDuration()
  const most = (timeSignatureNumerator * WHOLE) / timeSignatureDenominator
  if (runsOver || filled <= most + ROUNDING) return { length: usual, meter }
  const unit = [timeSignatureDenominator, 8, 16].find(each => filled % (WHOLE / each) === 0) ?? 16
  const beats = Math.ceil(filled / (WHOLE / unit))
  return { length: (beats * WHOLE) / unit, meter: [beats, unit] }
}

const WHOLE = 4 * PPQ
/** Tolerance for rounded tuplets, in ticks. */
const ROUNDING = 16

/** Tempo, program and volume at each written position. After a jump, the values at the target apply. */
class WrittenState {
  private readonly tempos: number[] = []
  private readonly changes: { bar: number; beat: model.Beat; automation: model.Automation }[][]

  constructor(
    score: model.Score,
    private readonly player: Player,
  ) {
    let tempo = DEFAULT_BPM
    for (const { tempoAutomations } of score.masterBars) {
      this.tempos.push(tempo)
      tempo = tempoAutomations.at(-1)?.value ?? tempo
    }
    this.changes = score.tracks.map(track => [
      ...firstStateOf(track),
      ...track.staves
        .flatMap(({ bars }) => bars.flatMap(({ voices }) => voices.flatMap(({ beats }) => beats)))
        .flatMap(beat =>
          beat.automations.map(automation => ({ bar: beat.voice.bar.index, beat, automation })),
        ),
    ])
  }

  tempoAt(bar: number): number {
    return this.tempos[bar] ?? DEFAULT_BPM
  }

  restore(bar: number, tick: number): void {
    for (const changes of this.changes) {
      const types = new Set(changes.filter(({ bar }) => bar >= 0).map(({ automation }) => automation.type))
      for (const type of types) {
        const last = changes.findLast(change => change.bar < bar && change.automation.type === type)
        if (last)
          this.player._generateNonTempoAutomation(last.beat, last.automation, tick - last.beat.playbackStart)
      }
    }
  }
}

function firstStateOf({ playbackInfo, staves }: model.Track) {
  const beat = staves[0]?.bars[0]?.voices[0]?.beats[0]
  if (!beat) return []
  const { Instrument, Volume, Balance, Bank } = model.AutomationType
  const values = [
    [Instrument, playbackInfo.program],
    [Volume, playbackInfo.volume],
    [Balance, playbackInfo.balance],
    [Bank, playbackInfo.bank],
  ] as const
  return values.map(([type, value]) => {
    const automation = new model.Automation()
    Object.assign(automation, { type, value })
    return { bar: -1, beat, automation }
  })
}

class Stage implements midi.IMidiFileHandler {
  readonly tempos: { bpm: number; ticks: number }[] = []
  readonly timeSignatures: { ticks: number; timeSignature: [number, number] }[] = []
  private readonly tracks: PerformedTrack[]
  private note: model.Note | undefined
  private readonly played = new Map<model.Note, LooseNote>()
  private held: LooseNote | undefined
  private place = -1
  private count = 0
  private bends = 0
  private readonly isSwung: boolean

  constructor(
    score: model.Score,
    private readonly bars: readonly PlayedBar[],
  ) {
    const firstNote = firstNoteId(score)
    const channels = channelsFor(score)
    this.isSwung = bars.some(({ swing }) => swing)
    this.tracks = score.tracks.map(
      (track, index) => new PerformedTrack(track, channels[index] ?? { first: 0 }, firstNote),
    )
  }

  beginNextBar() {
    this.place += 1
  }

  private get bar() {
    return this.bars[this.place]
  }

  /**
   * If a jump skipped the start of a tie, strikes the tied note.
   * A tie into several endings is held in each of them.
   */
  play(note: model.Note, generate: () => void) {
    this.note = note
    const isCut = note.isTieDestination && barOf(note.tieOrigin) < (this.bar?.runBegin ?? 0)
    if (isCut) note.isTieDestination = false
    this.held = isCut ? this.playedOf(note.tieOrigin) : undefined
    generate()
    if (isCut) note.isTieDestination = true
  }

  private playedOf(note: model.Note | null): LooseNote | undefined {
    let origin = note
    while (origin?.tieOrigin && !this.played.has(origin)) origin = origin.tieOrigin
    return origin ? this.played.get(origin) : undefined
  }

  addTickShift() {
    // Nothing to shift after `settleGraces`.
  }

  addTimeSignature(tick: number, beats: number, unit: number) {
    const last = this.timeSignatures.at(-1)?.timeSignature
    if (last?.[0] === beats && last[1] === unit) return
    this.timeSignatures.push({ ticks: this.at(tick), timeSignature: [beats, unit] })
  }

  addTempo(tick: number, bpm: number) {
    const ticks = this.at(tick)
    const last = this.tempos.at(-1)
    if (last?.ticks === ticks) {
      last.bpm = bpm
      if (this.tempos.at(-2)?.bpm === bpm) this.tempos.pop()
    } else if (last?.bpm !== bpm) this.tempos.push({ bpm, ticks })
  }

  addNote(track: number, start: number, length: number, key: number, velocity: number, channel: number) {
    this.count += 1
    if (this.count > MOST_NOTES) throw new ScoreError('score_too_many_notes', { limit: MOST_NOTES })
    const ticks = this.at(start)
    const isTied = this.note?.isTieOrigin === true
    const end = isTied ? Math.min(start + length, this.bar?.runEnd ?? 0) : start + length
    const durationTicks = Math.max(0, this.at(end) - ticks)
    const { note, held } = this
    const isHeld = held?.midi === byte(key) && (held.ticks ?? 0) + (held.durationTicks ?? 0) === ticks
    if (isHeld) held.durationTicks = (held.durationTicks ?? 0) + durationTicks
    const played = isHeld
      ? held
      : this.tracks[track]?.addNote({ ticks, durationTicks }, key, velocity, channel, note)
    if (note && played) this.played.set(note, played)
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
    this.bends += 1
    // Notes in a damaged file may last for days.
    if (this.bends > MOST_BENDS) throw new ScoreError('score_cut')
    this.tracks[track]?.addBend(this.at(tick), channel, value)
  }

  addRest() {
    // Rests make no sound.
  }

  finishTrack() {
    // `finished` finishes all tracks.
  }

  finished(): LooseTrack[] {
    const last = this.bars.at(-1)
    return this.tracks.map(track => track.finished(last ? last.tick + last.length : 0))
  }

  private at(tick: number): number {
    return Math.max(0, Math.round(this.isSwung ? this.swung(tick) : tick))
  }

  private swung(tick: number): number {
    let place = Math.max(0, this.place)
    while ((this.bars[place]?.tick ?? 0) > tick && place > 0) place -= 1
    while ((this.bars[place + 1]?.tick ?? Number.POSITIVE_INFINITY) <= tick) place += 1
    const { tick: begin, swing } = this.bars[place] ?? {}
    if (begin === undefined || !swing) return tick
    const pair = 2 * swing.unit
    const within = (tick - begin) % pair
    const { first } = swing
    const moved =
      within < swing.unit ? 2 * first * within : first * pair + 2 * (1 - first) * (within - swing.unit)
    return tick - within + moved
  }
}

function barOf(note: model.Note | null): number {
  return note?.beat.voice.bar.index ?? Number.POSITIVE_INFINITY
}

class PerformedTrack {
  private readonly notes: LooseNote[] = []
  private readonly controlChanges: NonNullable<LooseTrack['controlChanges']> = {}
  private readonly bends: { ticks: number; channel: number; value: number; order: number }[] = []
  private readonly programs: { ticks: number; number: number }[] = []

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
  ): LooseNote {
    const note = {
      midi: byte(key),
      ...when,
      velocity: byte(velocity) / 127,
      ...this.of(channel),
      ...(written && playedBy(written, key, this.firstNote)),
    }
    this.notes.push(note)
    return note
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

  finished(endOfTrackTicks: number): LooseTrack {
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
      endOfTrackTicks,
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

  /** Removes the redundant bend resets that alphaTab sends before every note. */
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

  /** Returns the channel only if it differs from the track's. */
  private of(channel: number): { channel?: number } {
    const { second } = this.channels
    return second !== undefined && channel === this.track.playbackInfo.secondaryChannel
      ? { channel: second }
      : {}
  }

  /** Without a second channel in the song, messages on alphaTab's second channel would be duplicates. */
  private isUnused(channel: number): boolean {
    const { primaryChannel } = this.track.playbackInfo
    return channel !== primaryChannel && this.channels.second === undefined
  }
}

/** Converts string numbers so that the tuning's first string is string 1. */
function playedBy(note: model.Note, key: number, firstNote: number): Partial<SongNote> {
  const techniques = techniquesOf(note)
  const bend = bendOf(note)
  const played: Partial<SongNote> = { ...(techniques.length > 0 && { techniques }), ...(bend && { bend }) }
  const { tuning } = note.beat.voice.bar.staff
  if (!note.isStringed || note.isPercussion || tuning.length === 0) return played
  // The second note of a trill has a fret that isn't written.
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

/** Returns the sounding key signature of a transposing instrument. */
function soundingFifths(written: number, transposition: number): number {
  const shift = (((transposition * 7) % 12) + 12) % 12
  const fifths = written + shift
  return shift === 0 ? written : fifths > 6 ? fifths - 12 : fifths
}

function keysOf(score: model.Score, bars: WrittenScore['bars']): Song['header']['keySignatures'] {
  const staff = score.tracks.find(({ playbackInfo }) => playbackInfo.primaryChannel !== DRUM_CHANNEL)
    ?.staves[0]
  const keys: Song['header']['keySignatures'] = []
  for (const { ticks, bar } of bars) {
    const written = staff?.bars[bar]
    const key =
      MAJOR_KEYS[soundingFifths(written?.keySignature ?? 0, staff?.displayTranspositionPitch ?? 0) + 7]
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
  /** Second channel for notes that bend while the rest of the chord doesn't. Both channels are 0–15. */
  readonly second?: number
}

const CHANNELS = 16

/**
 * Assigns a channel to each track, then a second channel to tracks with
 * bends. If channels run out, tracks with the same instrument share one.
 */
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
