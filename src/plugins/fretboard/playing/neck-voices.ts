/** What inputs play, as voices: from each note-on until its note-off, or until the pedals let it go. */
import { CONTROLLER, endsAllNotes } from '../../../core/music/midi/controller-numbers.js'
import type { ControlChangeEvent, MidiEvent, NoteEvent } from '../../../core/music/midi/midi-event.js'
import { createStore } from '../../../core/platform/store.js'
import { Channel, type Voice, voiceKey } from './neck-channel.js'

export class NeckVoices {
  /** Ids of the inputs that have played, in the order in which they were first heard. */
  readonly inputs = createStore<readonly string[]>([])
  /** Pitches whose voices have changed, and whether one began or ended; whoever has seen to them clears both. */
  readonly touched = new Set<number>()
  pitchesChanged = false
  private readonly ports = new Map<string, Map<number, Channel>>()
  /** Voices by MIDI note, oldest first. */
  private readonly byPitch: Voice[][] = Array.from({ length: 128 }, () => [])

  /** @param began told of each voice that has begun, and when, in milliseconds on its input's clock */
  constructor(private readonly began: (voice: Voice, atMs: number) => void) {}

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
  }

  /** Something that all voices of an input are shown with has changed. */
  touchPort(portId: string): void {
    for (const channel of this.ports.get(portId)?.values() ?? []) this.touchAll(channel)
  }

  endAll(): void {
    for (const portId of this.ports.keys()) this.endPort(portId)
  }

  /** Oldest first. */
  ofPitch(pitch: number): readonly Voice[] {
    return this.byPitch[pitch] ?? []
  }

  ofPort(portId: string): readonly Voice[] {
    return [...(this.ports.get(portId)?.values() ?? [])].flatMap(({ voices }) => [...voices.values()])
  }

  /** Every MIDI note that sounds, ascending. */
  pitches(): readonly number[] {
    return this.byPitch.flatMap((voices, pitch) => (voices.length > 0 ? [pitch] : []))
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
      this.began(voice, at)
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
}
