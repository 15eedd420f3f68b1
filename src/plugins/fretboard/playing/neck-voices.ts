import { createStore } from '../../../core/platform/store.js'
import { type HeldNote, HeldNotes } from '../../../music/midi/held-notes.js'
import type { MidiEvent, NoteEvent } from '../../../music/midi/midi-event.js'

export interface Voice extends HeldNote {
  readonly channel: Channel
  readonly pitch: number
  readonly string: number | undefined
  placed?: number | undefined
  readonly velocity: number
}

/** The same pitch on two strings counts as two voices. */
interface Channel {
  readonly portId: string
  readonly number: number
  readonly voices: HeldNotes<Voice>
}

const STRINGS_PER_KEY = 100

function voiceKey({ pitch, string = 0 }: Pick<Voice, 'pitch' | 'string'>): number {
  return pitch * STRINGS_PER_KEY + string
}

export class NeckVoices {
  readonly inputs = createStore<readonly string[]>([]) // port IDs in the order of their first notes
  readonly touched = new Set<number>() // cleared by the neck model
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
        // Pedals, channel mode messages and resets change how voices are shown.
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
