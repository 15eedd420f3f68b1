/** What holds at a moment: programs, controllers, parameters, bends and pressure that were set before it. */
import { PortState } from '../../core/music/midi/port-state.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

interface Port {
  readonly state: PortState
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
  const ports = new Map<string, Port>()
  const take = ({ raw, portId, track }: ReplayEvent) => {
    if (!sets(raw)) return
    const port = ports.get(portId) ?? { state: new PortState(), tracks: new Map() }
    ports.set(portId, port)
    port.state.apply(raw)
    port.tracks.set(channelOf(raw), track)
  }
  for (const event of source.state) take(event)
  for (const event of source.events) if (event.at < at) take(event)
  const held = [...ports].flatMap(([portId, { state, tracks }]) =>
    new PortState().messagesTo(state).map(raw => ({ raw, portId, track: tracks.get(channelOf(raw)) })),
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
