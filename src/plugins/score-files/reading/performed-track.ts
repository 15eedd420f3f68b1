import type { SongNote } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import type { LooseSong } from '../../../music/song/song-schema.js'
import type { Technique } from '../../../music/song/techniques.js'
import { model } from '../engine.js'

/** Center value of 14-bit pitch bend. */
const NO_BEND = 8192

export type LooseTrack = LooseSong['tracks'][number]
export type LooseNote = LooseTrack['notes'][number]

/** Collects what alphaTab plays on a track. */
export class PerformedTrack {
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

  /** Channels used by the track, as numbered by alphaTab. */
  get ownChannels(): number[] {
    const { primaryChannel, secondaryChannel } = this.track.playbackInfo
    return this.channels.second === undefined ? [primaryChannel] : [primaryChannel, secondaryChannel]
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
      pitchBends: this.withoutBendResets(),
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
  private withoutBendResets() {
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

export function byte(value: number): number {
  return Math.min(127, Math.max(0, Math.round(value)))
}

const { AccentuationType, BrushType, GraceType, HarmonicType, PickStroke, SlideOutType, SlideInType } = model

function techniquesOf(note: model.Note): Technique[] {
  const { beat } = note
  const hammered = note.hammerPullOrigin
  const found: Record<Technique, boolean> = {
    bend: note.hasBend,
    'whammy-bar': beat.hasWhammyBar,
    vibrato: note.vibrato !== model.VibratoType.None || beat.vibrato !== model.VibratoType.None,
    trill: note.isTrill,
    tremolo: beat.isTremolo,
    'hammer-on': hammered !== null && hammered.fret <= note.fret,
    'pull-off': hammered !== null && hammered.fret > note.fret,
    'legato-slide': note.slideOutType === SlideOutType.Legato,
    slide:
      note.slideInType !== SlideInType.None ||
      (note.slideOutType !== SlideOutType.None && note.slideOutType !== SlideOutType.Legato),
    tap: beat.tap || note.isLeftHandTapped,
    'palm-mute': note.isPalmMute,
    'let-ring': note.isLetRing,
    dead: note.isDead,
    ghost: note.isGhost,
    staccato: note.isStaccato,
    accent: note.accentuated !== AccentuationType.None,
    'natural-harmonic': note.harmonicType === HarmonicType.Natural,
    'artificial-harmonic': note.isHarmonic && note.harmonicType !== HarmonicType.Natural,
    grace: beat.graceType !== GraceType.None,
    'strum-down': beat.brushType === BrushType.BrushDown || beat.brushType === BrushType.ArpeggioDown,
    'strum-up': beat.brushType === BrushType.BrushUp || beat.brushType === BrushType.ArpeggioUp,
    'pick-down': beat.pickStroke === PickStroke.Down,
    'pick-up': beat.pickStroke === PickStroke.Up,
    slap: beat.slap,
    pop: beat.pop,
    fade: beat.fade !== model.FadeType.None,
  }
  return (Object.keys(found) as Technique[]).filter(each => found[each])
}

/** Converts alphaTab's bend points, which are in quarter tones at positions 0 to 60. */
function bendOf(note: model.Note): SongNote['bend'] {
  if (!note.hasBend || !note.bendPoints) return undefined
  return note.bendPoints.map(({ offset, value }) => ({
    at: Math.min(1, Math.max(0, offset / model.BendPoint.MaxPosition)),
    semitones: value / 2,
  }))
}

interface Channels {
  readonly first: number
  /** Second channel for notes that bend while the rest of the chord doesn't. Both channels are 0–15. */
  readonly second?: number
}

const CHANNELS = 16

/** If channels run out, tracks with the same instrument share one. */
export function channelsFor(score: model.Score): Channels[] {
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
