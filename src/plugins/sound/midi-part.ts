import { parseMidiMessage } from '../../core/music/midi/midi-message.js'
import { Channel, type ChannelParts } from './channel.js'

const CHANNELS = 16
const DRUM_CHANNEL = 10
const SYSTEM_RESET = 0xff
const PROGRAM_CHANGE = 'programchange'

export class MidiPart {
  private readonly channels: readonly Channel[]

  /** @param bendOf semitones by channel (1–16), for bends tracked elsewhere */
  constructor(parts: Omit<ChannelParts, 'bend'>, bendOf?: (channel: number) => number) {
    this.channels = Array.from({ length: CHANNELS }, (_, index) => {
      const bend = () => (bendOf ? bendOf(index + 1) : channel.state.bentBy())
      const channel: Channel = new Channel({ ...parts, bend })
      return channel
    })
  }

  /** Ignores invalid and unknown messages. @param string of a guitar note, which is never a drum */
  play(bytes: ArrayLike<number>, atMs: number, string?: number): void {
    if (bytes[0] === SYSTEM_RESET) this.reset(atMs)
    const message = parseMidiMessage(bytes)
    const channel = this.channels[(message?.channel ?? 0) - 1]
    if (!message || !channel) return
    switch (message.type) {
      case 'note-on':
        channel.noteOn(
          message.channel === DRUM_CHANNEL && string === undefined ? 'drums' : 'notes',
          message.note,
          message.velocity,
          atMs,
        )
        break
      case 'note-off':
        channel.noteOff(message.note, atMs)
        break
      case 'controller': {
        const before = channel.state.bendRange
        channel.control(message.controller, message.value, atMs)
        if (channel.state.bendRange !== before) channel.refreshBend(atMs)
        break
      }
      case 'other':
        if (message.message === PROGRAM_CHANGE) channel.state.program = message.value
        break
      case 'bend':
        channel.state.bend = message.value
        channel.refreshBend(atMs)
        break
    }
  }

  refreshBend(atMs: number): void {
    for (const channel of this.channels) channel.refreshBend(atMs)
  }

  reset(atMs: number): void {
    for (const channel of this.channels) channel.reset(atMs)
  }

  letGo(atMs: number): void {
    for (const channel of this.channels) channel.letGo(atMs)
  }

  isTurnedDown(channel: number): boolean {
    return this.channels[channel - 1]?.isTurnedDown ?? false
  }
}
