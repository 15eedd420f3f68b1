import { CONTROLLER } from '../../../music/midi/port-state.js'
import { DEFAULT_BPM } from '../../../music/song/song-time.js'
import { midi, model, QUARTER, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import type { Swing } from './draft.js'
import { byte, channelsFor, type LooseNote, type LooseTrack, PerformedTrack } from './performed-track.js'
import { firstNoteId, keysOf, metaOf } from './written-score.js'

const MOST_NOTES = 250_000
const MOST_BENDS = 250_000

export interface Course {
  /** Bar indices in playing order. */
  readonly order: readonly number[]
  /** By bar index. If undefined, the score's triplet feel applies. */
  readonly swings?: ReadonlyMap<number, Swing> | undefined
  /** Lets bars with too many beats overlap the next bars, as version 1.2 did. */
  readonly runsOver?: boolean
}

const WITH_TRIPLET_FEEL = new Settings()
const AS_WRITTEN = new Settings()
AS_WRITTEN.player.playTripletFeel = false

/**
 * Plays a score: expands ornaments, strums and bends into notes and messages.
 * @throws ScoreError `score_too_many_notes`
 */
export function perform(score: model.Score, course: Course) {
  settleGraces(score)
  // Guitar Pro files may list tempo changes in any order.
  for (const { tempoAutomations } of score.masterBars)
    tempoAutomations.sort((a, b) => a.ratioPosition - b.ratioPosition)
  const settings = course.swings === undefined ? WITH_TRIPLET_FEEL : AS_WRITTEN
  const bars = playedBars(score, course)
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
      ppq: QUARTER,
      tempos: stage.tempos,
      timeSignatures: stage.timeSignatures,
      keySignatures: keysOf(score, written),
      meta: metaOf(score, written),
    },
    tracks: stage.finished(),
    bars: written,
  }
}

interface PlayedBar {
  readonly index: number
  readonly masterBar: model.MasterBar
  /** Position in ticks. */
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
  const written = score.masterBars.map(masterBar => ({ masterBar, ...lengthOfBar(masterBar, runsOver) }))
  const bars: (PlayedBar & { runEnd: number })[] = []
  let [tick, runBegin] = [0, order[0] ?? 0]
  for (const [place, index] of order.entries()) {
    const bar = written[index]
    if (!bar) continue
    if (place > 0 && index !== (order[place - 1] ?? 0) + 1) runBegin = index
    bars.push({ ...bar, index, tick, runBegin, runEnd: 0, swing: swings?.get(index) })
    tick += bar.length
  }
  let runEnd = tick
  for (const [place, bar] of [...bars.entries()].reverse()) {
    bar.runEnd = runEnd
    if (bar.index === bar.runBegin && place > 0) runEnd = bar.tick
  }
  return bars
}

const FADE_STEPS = 32

/** Private methods of alphaTab's generator. Its version is pinned, and a test requires these methods. */
interface Player {
  _generateTrack(track: model.Track): void
  _generateBar(bar: model.Bar, tick: number, bpm: number): void
  _generateNote(note: model.Note, ...rest: unknown[]): void
  _generateFade(beat: model.Beat, tick: number, length: number): void
  _generateNonTempoAutomation(beat: model.Beat, automation: model.Automation, barTick: number): void
}

function playerOf(score: model.Score, settings: Settings, stage: Stage): Player {
  const player = new midi.MidiFileGenerator(score, settings, stage) as unknown as Player
  const generate = player._generateNote
  player._generateNote = (note, ...rest) => stage.play(note, () => generate.call(player, note, ...rest))
  player._generateFade = (beat, tick, length) => stage.fade(beat, tick, length)
  return player
}

/** Grace notes take time from the first beat of the score, or from the beat before them. */
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
 * Pickups and bars with too many beats are as long as their content. Grace notes before a bar belong to the
 * previous bar.
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

const WHOLE = 4 * QUARTER
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
  /** Start of the fade that has left a track silent, in ticks. */
  private readonly faded = new Map<number, number>()
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

  /** If a jump skipped the start of a tie, strikes the tied note. Each of several endings holds its tie. */
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

  /** Fades by expression, because alphaTab leaves the volume at 0 after a fade-out. */
  fade({ fade, voice }: model.Beat, tick: number, length: number) {
    const { index: track } = voice.bar.staff.track
    const { FadeIn, FadeOut } = model.FadeType
    for (let step = 0; step <= FADE_STEPS; step += 1) {
      const portion = step / FADE_STEPS
      const swell = 1 - Math.abs(2 * portion - 1)
      const level = fade === FadeIn ? portion : fade === FadeOut ? 1 - portion : swell
      this.express(track, tick + portion * length, level)
    }
    if (fade !== FadeIn) this.faded.set(track, tick)
  }

  private express(track: number, tick: number, level: number) {
    const performed = this.tracks[track]
    for (const channel of performed?.ownChannels ?? []) {
      performed?.addController(this.at(tick), channel, CONTROLLER.expression, 127 * level)
    }
  }

  addTickShift() {
    // Nothing to do after `settleGraces`.
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
    if (start > (this.faded.get(track) ?? start)) {
      this.faded.delete(track)
      this.express(track, start, 1)
    }
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
