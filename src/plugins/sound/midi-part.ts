/** The messages of one port, played by the built-in sound on sixteen channels. */
import { parseMidiMessage } from '../../core/music/midi-message.js'
import { Channel, type ChannelParts } from './channel.js'

export interface MidiPartParts extends Omit<ChannelParts, 'range'> {
  /** Semitones of a full bend, where the source knows better than its messages tell. @param channel 1–16 */
  readonly rangeOf?: (channel: number) => number
}

export interface MidiPart {
  /** Takes a message as an output port does. Bytes that are no message, and what is not known, are let pass. */
  play(bytes: ArrayLike<number>, atMs: number): void
  /** The bend range of the source is another one now. */
  bendAnew(atMs: number): void
  /** Fingers and pedals up on all channels: the source is gone, or is not to be heard any more. */
  letGo(atMs: number): void
}

const CHANNELS = 16
const SYSTEM_RESET = 0xff

export function createMidiPart({ rangeOf, ...parts }: MidiPartParts): MidiPart {
  const channels = Array.from({ length: CHANNELS }, (_, index) => {
    return new Channel(rangeOf ? { ...parts, range: () => rangeOf(index + 1) } : parts)
  })

  return {
    play(bytes, atMs) {
      if (bytes[0] === SYSTEM_RESET) {
        for (const channel of channels) channel.reset(atMs)
        return
      }
      const message = parseMidiMessage(bytes)
      const channel = channels[(message?.channel ?? 0) - 1]
      if (!message || !channel) return
      switch (message.type) {
        case 'note-on':
          return channel.noteOn(message.note, message.velocity, atMs)
        case 'note-off':
          return channel.noteOff(message.note, atMs)
        case 'controller':
          return channel.control(message.controller, message.value, atMs)
        case 'bend':
          return channel.pitchBend(message.value, atMs)
      }
    },
    bendAnew(atMs) {
      for (const channel of channels) channel.bendAnew(atMs)
    },
    letGo(atMs) {
      for (const channel of channels) channel.letGo(atMs)
    },
  }
}
