import { createStore, type Disposable, disposable } from '../../../core/platform/store.js'
import { fretOf, MAX_FRET, type Position, pitchAt, positionsOf } from '../../../music/guitar/position.js'
import type { MidiEvent, NoteEvent } from '../../../music/midi/midi-event.js'
import { type HeldNote, HeldNotes } from '../../../music/midi/port-state.js'
import type { MidiBends } from '../../midi-io/tokens.js'
import type { PlayedPositions } from '../playing/played-positions.js'
import type { NeckModel, PositionListener, SoundingPosition } from '../tokens.js'
import type { NeckRange } from './neck-geometry.js'

export class LiveNeckModel implements NeckModel {
  private readonly voices = new NeckVoices((voice, atMs) => this.chooseFor(voice, atMs))
  readonly inputs = this.voices.inputs
  private readonly positions = new Map<number, SoundingPosition>()
  private readonly positionListeners = new Set<PositionListener>()
  private readonly pitchListeners = new Set<() => void>()
  private readonly heardListeners = new Set<() => void>()
  private left: Position[] = [] // positions that notes left during the current event
  private playedPositions: PlayedPositions | undefined
  private heardBefore = ''

  constructor(
    private range: NeckRange,
    private readonly bends: Pick<MidiBends, 'bendOf'>,
  ) {}

  setRange(range: NeckRange): void {
    const before = this.range
    this.range = range
    this.playedPositions?.setRange(range)
    const strings = Math.max(before.strings.length, range.strings.length)
    const from = Math.min(before.fretMin, range.fretMin)
    const to = Math.max(before.fretMax, range.fretMax)
    const changed: Position[] = []
    for (let string = 1; string <= strings; string += 1) {
      for (let fret = from; fret <= to; fret += 1) {
        const position = { string, fret }
        if (this.refresh(position)) changed.push(position)
      }
    }
    this.notify(changed)
  }

  /** Sets where notes without a string are shown; `undefined` shows them at all positions. */
  setPlayedPositions(positions: PlayedPositions | undefined): void {
    this.playedPositions = positions
    for (const pitch of this.voices.pitches())
      for (const voice of this.voices.ofPitch(pitch)) {
        if (voice.placed !== undefined) this.voices.touched.add(pitch)
        voice.placed = undefined
      }
    this.settle()
  }

  apply(event: MidiEvent): void {
    this.voices.apply(event)
    this.settle()
  }

  refreshBends(portId: string): void {
    this.voices.touchPort(portId)
    this.settle()
  }

  at({ string, fret }: Position): SoundingPosition | undefined {
    return this.positions.get(keyOf(string, fret))
  }

  sounding(): readonly SoundingPosition[] {
    return [...this.positions.values()].sort((a, b) => a.string - b.string || a.fret - b.fret)
  }

  beyond(): readonly SoundingPosition[] {
    const { capo, fretMin, fretMax } = this.range
    const away = ({ fret }: Position) => Math.max(fretMin - fret, fret - fretMax)
    const found = new Map<number, SoundingPosition>()
    for (const pitch of this.voices.pitches()) {
      const all = positionsOf(pitch, this.range, { capo })
      for (const voice of this.voices.ofPitch(pitch)) {
        const string = this.knownString(voice) ?? voice.placed
        const known = all.filter(position => position.string === string)
        const nearest = (known.length > 0 ? known : all).toSorted((a, b) => away(a) - away(b))[0]
        if (!nearest || away(nearest) <= 0 || this.isVisible(voice, all)) continue
        found.set(keyOf(nearest.string, nearest.fret), { ...nearest, ...this.soundOf(voice, voice.down) })
      }
    }
    return [...found.values()]
  }

  pitches(): readonly number[] {
    return this.voices.pitches()
  }

  heard(): readonly number[] {
    const voices = this.voices.pitches().flatMap(pitch => this.voices.ofPitch(pitch))
    const heard = new Set(voices.map(voice => Math.round(voice.pitch + this.bendOf(voice))))
    return [...heard].sort((a, b) => a - b)
  }

  onPositions(listener: PositionListener): Disposable {
    this.positionListeners.add(listener)
    return disposable(() => this.positionListeners.delete(listener))
  }

  onPitches(listener: () => void): Disposable {
    this.pitchListeners.add(listener)
    return disposable(() => this.pitchListeners.delete(listener))
  }

  onHeard(listener: () => void): Disposable {
    this.heardListeners.add(listener)
    return disposable(() => this.heardListeners.delete(listener))
  }

  private chooseFor(voice: Voice, atMs: number): void {
    if (!this.playedPositions || this.knownString(voice) !== undefined) return
    const { portId } = voice.channel
    const sounding = this.voices.ofPort(portId)
    const strings = this.playedPositions.noteOn(
      portId,
      voice,
      atMs,
      sounding.map(each => ({
        ...{ id: each, pitch: each.pitch, down: each.down },
        string: this.knownString(each) ?? each.placed,
      })),
    )
    for (const each of sounding) {
      if (!strings.has(each)) continue
      const before = each.placed
      each.placed = strings.get(each)
      if (before === each.placed) continue
      this.voices.touched.add(each.pitch)
      if (before !== undefined)
        this.left.push({ string: before, fret: fretOf(each.pitch, this.range, this.range.capo, before) })
    }
  }

  private settle(): void {
    const { touched } = this.voices
    if (touched.size === 0) return
    const { pitchesChanged } = this.voices
    const isHeard = this.hasBentAway() || pitchesChanged
    const changed: Position[] = []
    for (const pitch of touched) {
      for (const position of positionsOf(pitch, this.range, this.range)) {
        if (this.refresh(position)) changed.push(position)
      }
    }
    touched.clear()
    this.voices.pitchesChanged = false
    const left = this.left.filter(position => !this.at(position))
    this.left = []
    this.notify(changed, left)
    if (pitchesChanged) for (const listener of this.pitchListeners) listener()
    if (isHeard) for (const listener of this.heardListeners) listener()
  }

  private hasBentAway(): boolean {
    const heard = this.heard().join()
    const isOther = heard !== this.heardBefore
    this.heardBefore = heard
    return isOther
  }

  private notify(changed: readonly Position[], left: readonly Position[] = []): void {
    if (changed.length > 0) for (const listener of this.positionListeners) listener(changed, left)
  }

  private refresh({ string, fret }: Position): boolean {
    const key = keyOf(string, fret)
    const before = this.positions.get(key)
    const now = this.soundAt(string, fret)
    if (now) this.positions.set(key, now)
    else this.positions.delete(key)
    return !isSameSound(before, now)
  }

  private soundAt(string: number, fret: number): SoundingPosition | undefined {
    const { capo, fretMin, fretMax } = this.range
    const pitch = pitchAt(this.range, capo, string, fret)
    if (pitch === undefined || fret < fretMin || fret > fretMax) return undefined
    let newest: Voice | undefined
    let held = false
    for (const voice of this.voices.ofPitch(pitch)) {
      const its = this.stringOf(voice)
      if (its !== undefined && its !== string) continue
      newest = voice
      held ||= voice.down
    }
    if (!newest) return undefined
    return { string, fret, ...this.soundOf(newest, held) }
  }

  private soundOf(voice: Voice, held: boolean): Omit<SoundingPosition, keyof Position> {
    const { pitch, velocity, channel } = voice
    return { pitch, velocity, held, bend: this.bendOf(voice), portId: channel.portId }
  }

  private bendOf({ channel }: Voice): number {
    return this.bends.bendOf(channel.portId, channel.number)
  }

  private isVisible(voice: Voice, all: readonly Position[]): boolean {
    const { fretMin, fretMax } = this.range
    const string = this.stringOf(voice)
    return all.some(
      each =>
        (string === undefined || each.string === string) && each.fret >= fretMin && each.fret <= fretMax,
    )
  }

  private knownString({ string, pitch }: Voice): number | undefined {
    if (string === undefined) return undefined
    const { capo } = this.range
    const fret = fretOf(pitch, this.range, capo, string)
    return fret >= 0 && fret <= MAX_FRET - capo ? string : undefined
  }

  private stringOf(voice: Voice): number | undefined {
    const known = this.knownString(voice)
    const { placed, pitch } = voice
    if (known !== undefined || placed === undefined) return known
    const { capo, fretMin, fretMax } = this.range
    const fret = fretOf(pitch, this.range, capo, placed)
    return fret >= fretMin && fret <= fretMax ? placed : undefined
  }
}

function keyOf(string: number, fret: number): number {
  return string * (MAX_FRET + 1) + fret
}

export interface Voice extends HeldNote {
  readonly channel: Channel
  readonly pitch: number
  readonly string: number | undefined
  placed?: number | undefined
  readonly velocity: number
}

interface Channel {
  readonly portId: string
  readonly number: number
  readonly voices: HeldNotes<Voice>
}

const STRINGS_PER_KEY = 100

function voiceKey({ pitch, string = 0 }: Pick<Voice, 'pitch' | 'string'>): number {
  return pitch * STRINGS_PER_KEY + string
}

function isSameSound(a: SoundingPosition | undefined, b: SoundingPosition | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.pitch === b.pitch &&
    a.velocity === b.velocity &&
    a.held === b.held &&
    a.bend === b.bend &&
    a.portId === b.portId
  )
}

export class NeckVoices {
  readonly inputs = createStore<readonly string[]>([])
  readonly touched = new Set<number>()
  pitchesChanged = false
  private readonly ports = new Map<string, Map<number, Channel>>()
  private readonly byPitch: Voice[][] = Array.from({ length: 128 }, () => []) // oldest first

  constructor(private readonly began: (voice: Voice, atMs: number) => void) {}

  apply(event: MidiEvent): void {
    switch (event.kind) {
      case 'note':
        this.note(event, this.channel(event.portId, event.channel))
        break
      case 'controller': {
        const channel = this.channel(event.portId, event.channel)
        // Pedals, channel mode messages and resets affect all voices of the channel.
        if (channel.voices.control(event.controller, event.value)) this.touchAll(channel)
        break
      }
      case 'bend':
        this.touchAll(this.ports.get(event.portId)?.get(event.channel))
        break
      case 'other':
        if (event.message === 'reset') this.endPort(event.portId)
        break
    }
  }

  touchPort(portId: string): void {
    for (const channel of this.ports.get(portId)?.values() ?? []) this.touchAll(channel)
  }

  ofPitch(pitch: number): readonly Voice[] {
    return this.byPitch[pitch] ?? []
  }

  ofPort(portId: string): readonly Voice[] {
    return [...(this.ports.get(portId)?.values() ?? [])].flatMap(({ voices }) => [...voices.values()])
  }

  pitches(): readonly number[] {
    return this.byPitch.flatMap((voices, pitch) => (voices.length > 0 ? [pitch] : []))
  }

  private channel(portId: string, number: number): Channel {
    let channels = this.ports.get(portId)
    if (!channels) {
      channels = new Map()
      this.ports.set(portId, channels)
      const known = this.inputs.getState()
      if (!known.includes(portId)) this.inputs.setState([...known, portId], true)
    }
    let channel = channels.get(number)
    if (!channel) {
      channel = { portId, number, voices: new HeldNotes<Voice>(voice => this.ended(voice)) }
      channels.set(number, channel)
    }
    return channel
  }

  private note({ on, number: pitch, attack, string, at }: NoteEvent, channel: Channel): void {
    if (on) {
      const voice = { channel, pitch, string, velocity: attack, down: true, caught: false }
      channel.voices.begin(voiceKey(voice), voice)
      this.byPitch[pitch]?.push(voice)
      this.touch(pitch, true)
      this.began(voice, at)
      return
    }
    // A note-off without a string ends the note on all strings of its channel.
    for (const voice of channel.voices.values()) {
      if (voice.pitch !== pitch || (string !== undefined && voice.string !== string)) continue
      if (channel.voices.release(voiceKey(voice))) this.touch(pitch, false)
    }
  }

  private ended(voice: Voice): void {
    const voices = this.byPitch[voice.pitch] ?? []
    voices.splice(voices.indexOf(voice), 1)
    this.touch(voice.pitch, true)
  }

  private endPort(portId: string): void {
    for (const { voices } of this.ports.get(portId)?.values() ?? []) voices.cut()
    this.ports.delete(portId)
  }

  private touchAll(channel: Channel | undefined): void {
    for (const { pitch } of channel?.voices.values() ?? []) this.touch(pitch, false)
  }

  private touch(pitch: number, isOther: boolean): void {
    this.touched.add(pitch)
    this.pitchesChanged ||= isOther
  }
}
