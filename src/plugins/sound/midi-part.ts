/** The messages of one port, played by the built-in sound on sixteen channels. */
import { parseMidiMessage } from '../../core/music/midi/midi-message.js'
import { Channel, type ChannelParts } from './channel.js'

const CHANNELS = 16
/** Drum channel (General MIDI 1). */
const DRUM_CHANNEL = 10
const SYSTEM_RESET = 0xff
const PROGRAM_CHANGE = 'programchange'

export class MidiPart {
  private readonly channels: readonly Channel[]

  /** @param bendOf pitch bend in semitones by channel (1–16), if the source's bends are tracked elsewhere */
  constructor(parts: Omit<ChannelParts, 'bend'>, bendOf?: (channel: number) => number) {
    this.channels = Array.from({ length: CHANNELS }, (_, index) => {
      const bend = () => (bendOf ? bendOf(index + 1) : channel.state.bentBy())
      const channel: Channel = new Channel({ ...parts, bend })
      return channel
    })
  }

  /**
   * Plays a message, like an output port. Invalid and unknown messages are ignored.
   *
   * @param string of a guitar note, if known: such a note is never a drum, whatever its channel
   */
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

  /** The source's bends or their range have changed. */
  refreshBend(atMs: number): void {
    for (const channel of this.channels) channel.refreshBend(atMs)
  }

  /** Initial state, when the source is gone or everything is silenced. */
  reset(atMs: number): void {
    for (const channel of this.channels) channel.reset(atMs)
  }

  /** Fingers and pedals up on all channels: the source is gone, or is no longer heard. */
  letGo(atMs: number): void {
    for (const channel of this.channels) channel.letGo(atMs)
  }

  /** Whether a channel's volume or expression is 0. @param channel 1–16 */
  isTurnedDown(channel: number): boolean {
    return this.channels[channel - 1]?.isTurnedDown ?? false
  }
}
