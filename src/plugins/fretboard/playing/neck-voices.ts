/** Voices of all inputs: each from its note-on until its note-off or the release of the pedals. */
import { type HeldNote, HeldNotes } from '../../../core/music/midi/held-notes.js'
import type { MidiEvent, NoteEvent } from '../../../core/music/midi/midi-event.js'
import { createStore } from '../../../core/platform/store.js'

/** One sounding note. */
export interface Voice extends HeldNote {
  readonly channel: Channel
  readonly pitch: number
  /** The string, if the source knows it; otherwise the note sounds at every position of its pitch. */
  readonly string: number | undefined
  /** Where a guitarist would play it, if the source doesn't know the string and the setting is on. */
  placed?: number | undefined
  readonly velocity: number
}

/** One MIDI channel of one input. Voices have a key of pitch and string: one pitch on two strings is two voices. */
interface Channel {
  readonly portId: string
  /** 1–16 */
  readonly number: number
  readonly voices: HeldNotes<Voice>
}

/** Strings are at most 99 in a key, so that pitch and string make one number. */
const STRINGS_PER_KEY = 100

function voiceKey({ pitch, string = 0 }: Pick<Voice, 'pitch' | 'string'>): number {
  return pitch * STRINGS_PER_KEY + string
}

export class NeckVoices {
  /** Ids of the inputs that have played, in the order of their first notes. */
  readonly inputs = createStore<readonly string[]>([])
  /** Pitches whose voices changed, and whether one began or ended; reset by the neck. */
  readonly touched = new Set<number>()
  pitchesChanged = false
  private readonly ports = new Map<string, Map<number, Channel>>()
  /** Voices by MIDI note, oldest first. */
  private readonly byPitch: Voice[][] = Array.from({ length: 128 }, () => [])

  /** @param began called with each new voice and its time, in milliseconds on its input's clock */
  constructor(private readonly began: (voice: Voice, atMs: number) => void) {}

  apply(event: MidiEvent): void {
    switch (event.kind) {
      case 'note':
        this.note(event, this.channel(event.portId, event.channel))
        break
      case 'controller': {
        const channel = this.channel(event.portId, event.channel)
        // Pedals, mode messages and resets change how voices are shown even if none of them ends.
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

  /** Something that affects all voices of an input has changed. */
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

  /** All sounding MIDI notes, ascending. */
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
