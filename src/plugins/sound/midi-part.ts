/** The messages of one port, played by the built-in sound on sixteen channels. */
import { parseMidiMessage } from '../../core/music/midi/midi-message.js'
import { Channel, type ChannelParts } from './channel.js'

export interface MidiPartParts extends Omit<ChannelParts, 'bend'> {
  /**
   * Pitch bend in semitones if the source's bends are tracked elsewhere; otherwise its messages are used. @param
   * channel 1–16
   */
  readonly bendOf?: (channel: number) => number
}

export interface MidiPart {
  /**
   * Plays a message, like an output port. Invalid and unknown messages are ignored.
   *
   * @param string of a guitar note, if known: such a note is never a drum, whatever its channel
   */
  play(bytes: ArrayLike<number>, atMs: number, string?: number): void
  /** The bends of the source are other ones now, or their range is. */
  refreshBend(atMs: number): void
  /** Initial state, when the source is gone or everything is silenced. */
  reset(atMs: number): void
  /** Whether a channel's volume or expression is 0. @param channel 1–16 */
  isTurnedDown(channel: number): boolean
  /** Fingers and pedals up on all channels: the source is gone, or is not to be heard any more. */
  letGo(atMs: number): void
}

const CHANNELS = 16
/** Drum channel (General MIDI 1). */
const DRUM_CHANNEL = 10
const SYSTEM_RESET = 0xff

export function createMidiPart({ bendOf, ...parts }: MidiPartParts): MidiPart {
  const channels = Array.from({ length: CHANNELS }, (_, index) => {
    const bend = () => (bendOf ? bendOf(index + 1) : channel.state.bentBy())
    const channel: Channel = new Channel({ ...parts, bend })
    return channel
  })

  const reset = (atMs: number) => {
    for (const channel of channels) channel.reset(atMs)
  }

  return {
    play(bytes, atMs, string) {
      if (bytes[0] === SYSTEM_RESET) return reset(atMs)
      const message = parseMidiMessage(bytes)
      const channel = channels[(message?.channel ?? 0) - 1]
      if (!message || !channel) return
      switch (message.type) {
        case 'note-on':
          return channel.noteOn({
            kind: message.channel === DRUM_CHANNEL && string === undefined ? 'drums' : 'notes',
            note: message.note,
            velocity: message.velocity,
            atMs,
          })
        case 'note-off':
          return channel.noteOff(message.note, atMs)
        case 'controller': {
          const before = channel.state.bendRange
          channel.control(message.controller, message.value, atMs)
          if (channel.state.bendRange !== before) channel.refreshBend(atMs)
          return
        }
        case 'bend':
          channel.state.bend = message.value
          return channel.refreshBend(atMs)
      }
    },
    reset,
    isTurnedDown: channel => channels[channel - 1]?.isTurnedDown ?? false,
    refreshBend(atMs) {
      for (const channel of channels) channel.refreshBend(atMs)
    },
    letGo(atMs) {
      for (const channel of channels) channel.letGo(atMs)
    },
  }
}
