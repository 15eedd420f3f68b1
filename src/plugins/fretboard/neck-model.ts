/** What sounds where: takes MIDI events in, and tells which places of the neck changed by them. */
import { CONTROLLER, endsAllNotes } from '../../core/music/controller-numbers.js'
import type { ControlChangeEvent, MidiEvent, NoteEvent } from '../../core/music/midi-event.js'
import { fretOf, MAX_FRET, type Place, pitchAt, placesOf } from '../../core/music/place.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { createStore } from '../../core/platform/store.js'
import type { MidiBends } from '../midi-io/tokens.js'
import { Channel, type Voice, voiceKey } from './neck-channel.js'
import type { NeckRange } from './neck-range.js'
import type { OnePlace } from './one-place.js'
import type { NeckModel, PlaceListener, SoundingPlace } from './tokens.js'

export class LiveNeckModel implements NeckModel {
  readonly inputs = createStore<readonly string[]>([])
  private readonly ports = new Map<string, Map<number, Channel>>()
  /** Voices by MIDI note, oldest first. */
  private readonly byPitch: Voice[][] = Array.from({ length: 128 }, () => [])
  private readonly places = new Map<number, SoundingPlace>()
  private readonly placeListeners = new Set<PlaceListener>()
  private readonly pitchListeners = new Set<() => void>()
  /** Pitches touched by the event at hand, and whether one began or ended. */
  private readonly touched = new Set<number>()
  private pitchesChanged = false
  /** Places that notes went away from to others, by the event at hand. */
  private left: Place[] = []
  private onePlace: OnePlace | undefined

  constructor(
    private range: NeckRange,
    private readonly bends: Pick<MidiBends, 'bendOf'>,
  ) {}

  /** Shows another part of the neck, or another tuning; what sounds goes on sounding. */
  setRange(range: NeckRange): void {
    const before = this.range
    this.range = range
    this.onePlace?.show(range)
    const strings = Math.max(before.strings.length, range.strings.length)
    const from = Math.min(before.fretMin, range.fretMin)
    const to = Math.max(before.fretMax, range.fretMax)
    const changed: Place[] = []
    for (let string = 1; string <= strings; string += 1) {
      for (let fret = from; fret <= to; fret += 1) {
        const place = { string, fret }
        if (this.refresh(place)) changed.push(place)
      }
    }
    this.tell(changed)
  }

  /** Shows notes of unknown string in one place each from now on, or everywhere; what sounds already, everywhere. */
  setOnePlace(onePlace: OnePlace | undefined): void {
    this.onePlace = onePlace
    for (const voices of this.byPitch)
      for (const voice of voices) {
        if (voice.placed !== undefined) this.touched.add(voice.pitch)
        voice.placed = undefined
      }
    this.settle()
  }

  apply(event: MidiEvent): void {
    switch (event.kind) {
      case 'note':
        this.note(event, this.channel(event.portId, event.channel))
        break
      case 'controller':
        this.controller(event, this.channel(event.portId, event.channel))
        break
      case 'bend':
        this.touchAll(this.ports.get(event.portId)?.get(event.channel))
        break
      case 'other':
        if (event.message === 'reset') this.endPort(event.portId)
        break
    }
    this.settle()
  }

  /** The bend range of an input is another one now. */
  bendAnew(portId: string): void {
    for (const channel of this.ports.get(portId)?.values() ?? []) this.touchAll(channel)
    this.settle()
  }

  panic(): void {
    for (const portId of this.ports.keys()) this.endPort(portId)
    this.settle()
  }

  at({ string, fret }: Place): SoundingPlace | undefined {
    return this.places.get(keyOf(string, fret))
  }

  sounding(): readonly SoundingPlace[] {
    return [...this.places.values()].sort((a, b) => a.string - b.string || a.fret - b.fret)
  }

  pitches(): readonly number[] {
    return this.byPitch.flatMap((voices, pitch) => (voices.length > 0 ? [pitch] : []))
  }

  onPlaces(listener: PlaceListener): Disposable {
    this.placeListeners.add(listener)
    return disposable(() => this.placeListeners.delete(listener))
  }

  onPitches(listener: () => void): Disposable {
    this.pitchListeners.add(listener)
    return disposable(() => this.pitchListeners.delete(listener))
  }

  private channel(portId: string, number: number): Channel {
    let channels = this.ports.get(portId)
    if (!channels) {
      channels = new Map()
      this.ports.set(portId, channels)
      const heard = this.inputs.getState()
      if (!heard.includes(portId)) this.inputs.setState([...heard, portId], true)
    }
    let channel = channels.get(number)
    if (!channel) {
      channel = new Channel(portId, number)
      channels.set(number, channel)
    }
    return channel
  }

  private note({ on, number: pitch, attack, string, at }: NoteEvent, channel: Channel): void {
    if (on) {
      const voice = { channel, pitch, string, velocity: attack, down: true, caught: false }
      this.begin(voice)
      if (this.onePlace && this.knownString(voice) === undefined) this.placeChord(this.onePlace, voice, at)
      return
    }
    // A note-off that names no string ends the pitch on every string of its channel.
    for (const voice of channel.voices.values()) {
      if (voice.pitch === pitch && (string === undefined || voice.string === string)) this.release(voice)
    }
  }

  private controller(event: ControlChangeEvent, channel: Channel): void {
    if (channel.pedals.control(event.controller, event.value, channel.voices)) {
      this.dropUnkept(channel)
      return
    }
    switch (event.controller) {
      case CONTROLLER.allSoundOff:
        for (const voice of channel.voices.values()) this.end(voice)
        break
      case CONTROLLER.resetAll:
        channel.pedals.lift()
        this.dropUnkept(channel)
        this.touchAll(channel)
        break
      default:
        if (!endsAllNotes(event.controller)) return
        for (const voice of channel.voices.values()) this.release(voice)
    }
  }

  private begin(voice: Voice): void {
    const key = voiceKey(voice.pitch, voice.string)
    const before = voice.channel.voices.get(key)
    // The same note again is one note, struck anew: a single note-off ends it.
    if (before) this.end(before)
    voice.channel.voices.set(key, voice)
    this.byPitch[voice.pitch]?.push(voice)
    this.touched.add(voice.pitch)
    this.pitchesChanged = true
  }

  /** Puts a note where a guitarist would play it; the notes that began with it may move. */
  private placeChord(onePlace: OnePlace, voice: Voice, at: number): void {
    const { portId } = voice.channel
    const sounding = [...(this.ports.get(portId)?.values() ?? [])].flatMap(({ voices }) => [
      ...voices.values(),
    ])
    const strings = onePlace.began(
      portId,
      voice,
      at,
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
      this.touched.add(each.pitch)
      if (before !== undefined)
        this.left.push({ string: before, fret: fretOf(each.pitch, this.range, this.range.capo, before) })
    }
  }

  private release(voice: Voice): void {
    voice.down = false
    if (voice.channel.pedals.keeps(voice)) this.touched.add(voice.pitch)
    else this.end(voice)
  }

  private end(voice: Voice): void {
    voice.channel.voices.delete(voiceKey(voice.pitch, voice.string))
    const voices = this.byPitch[voice.pitch] ?? []
    voices.splice(voices.indexOf(voice), 1)
    this.touched.add(voice.pitch)
    this.pitchesChanged = true
  }

  private dropUnkept({ voices, pedals }: Channel): void {
    for (const voice of voices.values()) if (!pedals.keeps(voice)) this.end(voice)
  }

  private endPort(portId: string): void {
    for (const channel of this.ports.get(portId)?.values() ?? []) {
      for (const voice of channel.voices.values()) this.end(voice)
    }
    this.ports.delete(portId)
  }

  private touchAll(channel: Channel | undefined): void {
    for (const voice of channel?.voices.values() ?? []) this.touched.add(voice.pitch)
  }

  /** Works out what the touched pitches changed, and tells it. */
  private settle(): void {
    if (this.touched.size === 0) return
    const changed: Place[] = []
    for (const pitch of this.touched) {
      for (const place of placesOf(pitch, this.range, this.range)) {
        if (this.refresh(place)) changed.push(place)
      }
    }
    this.touched.clear()
    const pitchesChanged = this.pitchesChanged
    this.pitchesChanged = false
    const left = this.left.filter(place => !this.at(place))
    this.left = []
    this.tell(changed, left)
    if (pitchesChanged) for (const listener of this.pitchListeners) listener()
  }

  private tell(changed: readonly Place[], left: readonly Place[] = []): void {
    if (changed.length > 0) for (const listener of this.placeListeners) listener(changed, left)
  }

  /** Brings one place up to date. @returns whether that changed it */
  private refresh({ string, fret }: Place): boolean {
    const key = keyOf(string, fret)
    const before = this.places.get(key)
    const now = this.soundAt(string, fret)
    if (now) this.places.set(key, now)
    else this.places.delete(key)
    return !isSame(before, now)
  }

  private soundAt(string: number, fret: number): SoundingPlace | undefined {
    const { capo, fretMin, fretMax } = this.range
    const pitch = pitchAt(this.range, capo, string, fret)
    if (pitch === undefined || fret < fretMin || fret > fretMax) return undefined
    let newest: Voice | undefined
    let held = false
    for (const voice of this.byPitch[pitch] ?? []) {
      const its = this.stringOf(voice)
      if (its !== undefined && its !== string) continue
      newest = voice
      held ||= voice.down
    }
    if (!newest) return undefined
    const { velocity, channel } = newest
    const { portId } = channel
    return { string, fret, pitch, velocity, held, bend: this.bends.bendOf(portId, channel.number), portId }
  }

  /** The string that a note belongs to; a string that cannot sound it in this tuning tells nothing. */
  private knownString({ string, pitch }: Voice): number | undefined {
    if (string === undefined) return undefined
    const { capo } = this.range
    const fret = fretOf(pitch, this.range, capo, string)
    return fret >= 0 && fret <= MAX_FRET - capo ? string : undefined
  }

  /** The one string that a note is shown on; where there is none, it is shown wherever its pitch lies. */
  private stringOf(voice: Voice): number | undefined {
    const known = this.knownString(voice)
    const { placed, pitch } = voice
    if (known !== undefined || placed === undefined) return known
    // Where it would be played is not in sight: what is heard is seen all the same.
    const { capo, fretMin, fretMax } = this.range
    const fret = fretOf(pitch, this.range, capo, placed)
    return fret >= fretMin && fret <= fretMax ? placed : undefined
  }
}

function keyOf(string: number, fret: number): number {
  return string * (MAX_FRET + 1) + fret
}

function isSame(a: SoundingPlace | undefined, b: SoundingPlace | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.pitch === b.pitch &&
    a.velocity === b.velocity &&
    a.held === b.held &&
    a.bend === b.bend &&
    a.portId === b.portId
  )
}
