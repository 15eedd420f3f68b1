/** What sounds where: takes MIDI events in, and tells which places of the neck changed by them. */
import type { ControlChangeEvent, MidiEvent, NoteEvent } from '../../core/music/midi-event.js'
import { MAX_FRET, type Place, placesOf } from '../../core/music/place.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { Channel, CONTROLLER, type Voice } from './neck-channel.js'
import type { NeckModel, SoundingPlace } from './tokens.js'

/** The part of the neck that is shown; frets are counted from the capo. */
export interface NeckRange {
  readonly strings: readonly number[]
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
}

/** Strings are at most 99 in a key, so that pitch and string make one number. */
const STRINGS_PER_KEY = 100

export class LiveNeckModel implements NeckModel {
  private readonly ports = new Map<string, Map<number, Channel>>()
  /** Voices by MIDI note, oldest first. */
  private readonly byPitch: Voice[][] = Array.from({ length: 128 }, () => [])
  private readonly places = new Map<number, SoundingPlace>()
  private readonly placeListeners = new Set<(changed: readonly Place[]) => void>()
  private readonly pitchListeners = new Set<() => void>()
  /** Pitches touched by the event at hand, and whether one began or ended. */
  private readonly touched = new Set<number>()
  private pitchesChanged = false

  constructor(private range: NeckRange) {}

  /** Shows another part of the neck, or another tuning; what sounds goes on sounding. */
  setRange(range: NeckRange): void {
    const before = this.range
    this.range = range
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

  apply(event: MidiEvent): void {
    switch (event.kind) {
      case 'note':
        this.note(event, this.channel(event.portId, event.channel))
        break
      case 'controller':
        this.controller(event, this.channel(event.portId, event.channel))
        break
      case 'bend': {
        const channel = this.channel(event.portId, event.channel)
        channel.bendTo(event.value)
        this.touchAll(channel)
        break
      }
      case 'other':
        if (event.message === 'reset') this.endPort(event.portId)
        break
    }
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

  onPlaces(listener: (changed: readonly Place[]) => void): Disposable {
    this.placeListeners.add(listener)
    return disposable(() => this.placeListeners.delete(listener))
  }

  onPitches(listener: () => void): Disposable {
    this.pitchListeners.add(listener)
    return disposable(() => this.pitchListeners.delete(listener))
  }

  private channel(portId: string, number: number): Channel {
    const channels = this.ports.get(portId) ?? new Map<number, Channel>()
    this.ports.set(portId, channels)
    const channel = channels.get(number) ?? new Channel()
    channels.set(number, channel)
    return channel
  }

  private note({ on, number: pitch, attack, string }: NoteEvent, channel: Channel): void {
    if (on) {
      this.begin({ channel, pitch, string, velocity: attack, held: true })
      return
    }
    // A note-off that names no string ends the pitch on every string of its channel.
    const ended = [...channel.voices.values()].filter(
      voice => voice.pitch === pitch && (string === undefined || voice.string === string),
    )
    for (const voice of ended) this.release(voice)
  }

  private controller(event: ControlChangeEvent, channel: Channel): void {
    switch (event.controller) {
      case CONTROLLER.sustain:
        channel.pedal = event.value >= 64
        if (!channel.pedal) this.dropUnheld(channel)
        break
      case CONTROLLER.allSoundOff:
        for (const voice of [...channel.voices.values()]) this.end(voice)
        break
      case CONTROLLER.resetAll:
        channel.reset()
        this.dropUnheld(channel)
        this.touchAll(channel)
        break
      default:
        // 124 to 127 change the mode, and each of them is an all-notes-off as well (MIDI 1.0).
        if (event.controller >= CONTROLLER.allNotesOff) {
          for (const voice of [...channel.voices.values()]) this.release(voice)
        } else if (channel.setParameter(event)) this.touchAll(channel)
    }
  }

  private begin(voice: Voice): void {
    const key = voice.pitch * STRINGS_PER_KEY + (voice.string ?? 0)
    const before = voice.channel.voices.get(key)
    // The same note again is one note, struck anew: a single note-off ends it.
    if (before) this.end(before)
    voice.channel.voices.set(key, voice)
    this.byPitch[voice.pitch]?.push(voice)
    this.touched.add(voice.pitch)
    this.pitchesChanged = true
  }

  private release(voice: Voice): void {
    if (!voice.channel.pedal) {
      this.end(voice)
      return
    }
    voice.held = false
    this.touched.add(voice.pitch)
  }

  private end(voice: Voice): void {
    voice.channel.voices.delete(voice.pitch * STRINGS_PER_KEY + (voice.string ?? 0))
    const voices = this.byPitch[voice.pitch] ?? []
    voices.splice(voices.indexOf(voice), 1)
    this.touched.add(voice.pitch)
    this.pitchesChanged = true
  }

  private dropUnheld(channel: Channel): void {
    for (const voice of [...channel.voices.values()]) if (!voice.held) this.end(voice)
  }

  private endPort(portId: string): void {
    for (const channel of this.ports.get(portId)?.values() ?? []) {
      for (const voice of [...channel.voices.values()]) this.end(voice)
    }
    this.ports.delete(portId)
  }

  private touchAll(channel: Channel): void {
    for (const voice of channel.voices.values()) this.touched.add(voice.pitch)
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
    this.tell(changed)
    if (pitchesChanged) for (const listener of this.pitchListeners) listener()
  }

  private tell(changed: readonly Place[]): void {
    if (changed.length > 0) for (const listener of this.placeListeners) listener(changed)
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
    const { strings, capo, fretMin, fretMax } = this.range
    const open = strings[string - 1]
    if (open === undefined || fret < fretMin || fret > fretMax) return undefined
    const pitch = open + capo + fret
    let newest: Voice | undefined
    let held = false
    for (const voice of this.byPitch[pitch] ?? []) {
      const its = this.stringOf(voice)
      if (its !== undefined && its !== string) continue
      newest = voice
      held ||= voice.held
    }
    return newest && { string, fret, pitch, velocity: newest.velocity, held, bend: newest.channel.bend }
  }

  /** The string that a note belongs to; a string that cannot sound it in this tuning tells nothing. */
  private stringOf({ string, pitch }: Voice): number | undefined {
    const open = this.range.strings[(string ?? 0) - 1]
    if (open === undefined) return undefined
    const fret = pitch - open - this.range.capo
    return fret >= 0 && fret <= MAX_FRET - this.range.capo ? string : undefined
  }
}

function keyOf(string: number, fret: number): number {
  return string * (MAX_FRET + 1) + fret
}

function isSame(a: SoundingPlace | undefined, b: SoundingPlace | undefined): boolean {
  if (!a || !b) return a === b
  return a.pitch === b.pitch && a.velocity === b.velocity && a.held === b.held && a.bend === b.bend
}
