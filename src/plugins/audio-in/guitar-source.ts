import type { Heard, HeardNote } from '../../music/audio/heard.js'
import { bendToRaw, controlChange, noteOff, noteOn, pitchBend } from '../../music/midi/midi-message.js'
import { CONTROLLER } from '../../music/midi/port-state.js'
import type { VirtualInput } from '../midi-io/tokens.js'

/** Channels for notes without a known string. The channels from 1 belong to the strings. */
const FREE_CHANNELS = [16, 15, 14, 13]

/** Channel 10 has percussion in General MIDI. */
const channelOf = (string: number) => (string < 10 ? string : string + 1)

/** Semitones at full bend, more than a string allows. */
const BEND_RANGE = 12

/** Sets the bend range by RPN 0 (MIDI 1.0). */
const RANGE_MESSAGES = [
  [CONTROLLER.registeredCoarse, 0],
  [CONTROLLER.registeredFine, 0],
  [CONTROLLER.dataEntry, BEND_RANGE],
] as const

interface Sounding {
  readonly pitch: number
  readonly channel: number
  isBent: boolean
}

/** Sends what is heard as MIDI. Each string has its own channel, so that bends don’t affect other strings. */
export class GuitarSource {
  private readonly sounding = new Map<number, Sounding>()
  /** Channels with a bend range. */
  private readonly bendable = new Set<number>()
  private freeNotes = 0

  constructor(private readonly input: Pick<VirtualInput, 'receive' | 'release'>) {}

  /** @param at time of the onset, bend or end on the application’s clock, ms */
  take(heard: Heard, at: number): void {
    if (heard.type === 'note') this.begin(heard, at)
    else if (heard.type === 'end') this.end(heard.id, at)
    else this.bend(heard.id, heard.semitones, at)
  }

  release(): void {
    this.sounding.clear()
    this.input.release()
  }

  private begin({ id, pitch, velocity, string }: HeardNote, at: number): void {
    const channel =
      string === undefined
        ? (FREE_CHANNELS[this.freeNotes++ % FREE_CHANNELS.length] ?? 16)
        : channelOf(string)
    for (const [other, each] of this.sounding) {
      if (each.channel === channel || each.pitch === pitch) this.end(other, at)
    }
    this.sounding.set(id, { pitch, channel, isBent: false })
    this.input.receive(noteOn(channel, pitch, velocity), at, string)
  }

  private end(id: number, at: number): void {
    const note = this.sounding.get(id)
    if (!note) return
    this.sounding.delete(id)
    this.input.receive(noteOff(note.channel, note.pitch), at)
    if (note.isBent) this.input.receive(pitchBend(note.channel, bendToRaw(0)), at)
  }

  private bend(id: number, semitones: number, at: number): void {
    const note = this.sounding.get(id)
    if (!note) return
    const { channel } = note
    if (!this.bendable.has(channel)) {
      this.bendable.add(channel)
      for (const [controller, value] of RANGE_MESSAGES)
        this.input.receive(controlChange(channel, controller, value), at)
    }
    note.isBent = true
    const bend = Math.max(-1, Math.min(1, semitones / BEND_RANGE))
    this.input.receive(pitchBend(channel, bendToRaw(bend)), at)
  }
}
