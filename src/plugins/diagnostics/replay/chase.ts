// MIDI chase: restores the programs, controllers, parameters, bends and aftertouch where a replay starts.

import { getOrMake } from '../../../core/platform/store.js'
import { isNoteOn } from '../../../music/midi/midi-message.js'
import { PortState, UNSET } from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

type Message = Pick<ReplayEvent, 'raw' | 'portId'>

/** MPE 1.1 manager channels, which play no notes. They are set up before the port's first note. */
const MANAGERS = [0, 15]

interface Port {
  readonly now: PortState
  readonly first: PortState
  readonly ahead: (readonly number[])[]
}

export function createRoundStart(source: ReplaySource) {
  const ports = portsOf(source)
  return {
    sent({ raw, portId }: Message) {
      if (sets(raw)) ports.get(portId)?.now.apply(raw)
    },
    /**
     * Returns the messages to send before each further round, except those that the round sends itself before
     * a channel's first note. Unset programs are reset to the first program, as on an instrument that was
     * just turned on.
     */
    messages: (): Message[] =>
      [...ports].flatMap(([portId, port]) => messagesOf(port).map(raw => ({ raw, portId }))),
  }
}

function messagesOf({ now, first, ahead }: Port): number[][] {
  const [from, to] = [new PortState(now), new PortState(first)]
  for (const raw of ahead) from.apply(raw)
  for (let channel = 0; channel < 16; channel += 1) {
    const isUnset = to.channel(channel).program === UNSET
    if (isUnset && from.channel(channel).program !== UNSET) to.apply([0xc0 | channel, 0])
  }
  return messagesBetween(from, to)
}

function portsOf({ state, events }: ReplaySource): ReadonlyMap<string, Port> {
  const ports = new Map<string, Port & { readonly struck: Set<number> }>()
  const create = () => ({
    ...{ now: new PortState(), first: new PortState() },
    ...{ ahead: [], struck: new Set<number>() },
  })
  const portOf = (id: string) => getOrMake(ports, id, create)
  const played = new Set([...state, ...events].filter(({ raw }) => isNoteOn(raw)).map(channelKey))
  const strike = ({ raw, portId }: Message) => {
    const { struck } = portOf(portId)
    if (struck.size === 0) {
      for (const manager of MANAGERS) if (!played.has(`${portId} ${manager}`)) struck.add(manager)
    }
    struck.add(channelOf(raw))
  }
  for (const event of state) {
    if (isNoteOn(event.raw)) strike(event)
    else if (sets(event.raw)) portOf(event.portId).first.apply(event.raw)
  }
  for (const event of events) {
    const { raw } = event
    const { first, ahead, struck } = portOf(event.portId)
    if (struck.has(channelOf(raw))) continue
    if (isNoteOn(raw)) strike(event)
    else if (sets(raw)) {
      first.apply(raw)
      ahead.push(raw)
    }
  }
  return ports
}

function channelKey({ raw, portId }: Message): string {
  return `${portId} ${channelOf(raw)}`
}

/**
 * Returns messages in the required order: bank before program, parameter before value.
 * @param at time on the source's clock
 */
export function chased(source: ReplaySource, at: number, time: string): ReplayEvent[] {
  const ports = new Map<string, { state: PortState; tracks: Map<number, number | undefined> }>()
  const take = ({ raw, portId, track }: ReplayEvent) => {
    if (!sets(raw)) return
    const port = getOrMake(ports, portId, () => ({ state: new PortState(), tracks: new Map() }))
    port.state.apply(raw)
    port.tracks.set(channelOf(raw), track)
  }
  for (const event of source.state) take(event)
  for (const event of source.events) if (event.at < at) take(event)
  const held = [...ports].flatMap(([portId, { state, tracks }]) =>
    messagesBetween(new PortState(), state).map(raw => ({ raw, portId, track: tracks.get(channelOf(raw)) })),
  )
  return held.map((event, index) => ({ ...event, at, time, key: -1 - index }))
}

function sets([status = 0]: readonly number[]): boolean {
  return status >= 0xb0 && status < 0xf0
}

function channelOf([status = 0]: readonly number[]): number {
  return status & 15
}
