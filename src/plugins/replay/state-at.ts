/** What holds at a moment: programs, controllers, parameters, bends and pressure that were set before it. */
import { type ChannelState, createChannelState } from '../../core/music/midi/channel-state.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

interface PortState {
  readonly state: ChannelState
  /** Of each channel: the track that set something last. */
  readonly tracks: Map<number, number | undefined>
}

/**
 * The messages that set each port to it, in the order that they need: a bank before its program, a parameter before
 * its value. What a reset put back stays back.
 *
 * @param at on the source's clock
 */
export function chased(source: ReplaySource, at: number, time: string): ReplayEvent[] {
  const ports = new Map<string, PortState>()
  const take = ({ raw, portId, track }: ReplayEvent) => {
    if (!sets(raw)) return
    const port = ports.get(portId) ?? { state: createChannelState(), tracks: new Map() }
    ports.set(portId, port)
    port.state.apply(raw)
    port.tracks.set(channelOf(raw), track)
  }
  for (const event of source.state) take(event)
  for (const event of source.events) if (event.at < at) take(event)
  const held = [...ports].flatMap(([portId, { state, tracks }]) =>
    createChannelState()
      .messagesTo(state)
      .map(raw => ({ raw, portId, track: tracks.get(channelOf(raw)) })),
  )
  // Not part of what is played: a number of its own that meets no other.
  return held.map((event, index) => ({ ...event, at, time, key: -1 - index }))
}

/** Controllers, programs, pressure of a channel and bends. */
export function sets([status = 0]: readonly number[]): boolean {
  return status >= 0xb0 && status < 0xf0
}

export function channelOf([status = 0]: readonly number[]): number {
  return status & 15
}
