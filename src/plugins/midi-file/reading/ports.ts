import { getOrMake } from '../../../core/platform/store.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import type { TrackPart } from './split-track.js'
import type { TrackEvents } from './track-events.js'

/** Assigns a number to a port (FF 21) and device (FF 09, RP-019). */
export type PortNumbers = (port: number, device: string) => number

export interface NamedPart extends TrackPart {
  readonly name: string
}

const CHANNELS = 16
const DRUM_NAME =
  /drum|perc|rhythm|beat|\bkit\b|snare|kick|hi-?hat|toms?\b|cymbal|conga|bongo|schlagz|batt?er|ドラム/i
const NO_NAME = /^(track|port|channel|midi)?[\s\d:._-]*$/i
/** Bank MSBs of drum kits: General MIDI 2, XG. */
const DRUM_BANKS: readonly number[] = [120, 127]

export function portNumbers(): PortNumbers {
  const numbers = new Map<string, number>([['0 ', 0]])
  return (port, device) => getOrMake(numbers, `${port} ${device}`, () => numbers.size)
}

const portOf = ({ channel }: { readonly channel: number }) => Math.floor(channel / CHANNELS)

/** A track without a port that only sets up channels applies to the first port with notes. */
export function withSetUp(tracks: readonly TrackEvents[]): readonly TrackEvents[] {
  if (tracks.every(track => track.channel.every(({ channel }) => channel < CHANNELS))) return tracks
  const ports = tracks.flatMap(({ channel }) => channel.filter(({ kind }) => kind === 0x9).map(portOf))
  const first = ports[0]
  if (first === undefined || ports.includes(0)) return tracks
  return tracks.map(track => ({
    ...track,
    channel: track.channel.map(event =>
      portOf(event) === 0 ? { ...event, channel: event.channel + first * CHANNELS } : event,
    ),
  }))
}

/**
 * Moves the instruments of other ports to free channels, because a song has only 16. If none is free,
 * identical instruments share a channel. On other ports, channel 10 counts as drums only if its bank or name
 * says so.
 */
export function onOnePort(parts: readonly NamedPart[]): { parts: readonly NamedPart[]; shared: number } {
  const units = unitsOf(parts)
  const first = units.reduce((least, unit) => Math.min(least, portOf(unit)), Infinity)
  const channels = new Map<number, number>()
  const load = new Map<number, number>()
  const byProgram = new Map<number, number>()
  const put = ({ channel: from, program, notes }: Unit, channel: number) => {
    channels.set(from, channel)
    load.set(channel, (load.get(channel) ?? 0) + notes)
    if (channel !== DRUM_CHANNEL && !byProgram.has(program)) byProgram.set(program, channel)
  }
  const moved = units.filter(unit => portOf(unit) !== first)
  for (const unit of units) if (!moved.includes(unit)) put(unit, unit.channel % CHANNELS)
  const free = Array.from({ length: CHANNELS }, (_, channel) => channel).filter(
    channel => channel !== DRUM_CHANNEL && !load.has(channel),
  )
  const melodic = moved.filter(({ isDrums }) => !isDrums)
  const added = new Set(melodic.flatMap(({ program }) => (byProgram.has(program) ? [] : [program])))
  let spare = free.length - added.size
  let shared = 0
  for (const unit of moved) {
    const equal = byProgram.get(unit.program)
    if (unit.isDrums) put(unit, DRUM_CHANNEL)
    else if (free.length === 0 || (equal !== undefined && spare <= 0)) {
      const [quietest = 0] = [...load.keys()]
        .filter(channel => channel !== DRUM_CHANNEL)
        .sort((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0))
      put(unit, equal ?? quietest)
      shared += 1
    } else {
      if (equal !== undefined) spare -= 1
      const [channel = 0] = free.splice(Math.max(0, free.indexOf(unit.channel % CHANNELS)), 1)
      put(unit, channel)
    }
  }
  const placed = parts.flatMap(part => {
    const channel = channels.get(part.channel)
    if (channel !== undefined) return [{ ...part, channel }]
    // Controllers without notes must not affect the notes of another port.
    const isAlone = moved.length === 0 && (portOf(part) === first || units.length === 0)
    return isAlone ? [{ ...part, channel: part.channel % CHANNELS }] : []
  })
  return { parts: placed, shared }
}

interface Unit {
  readonly channel: number
  readonly program: number
  readonly notes: number
  readonly isDrums: boolean
}

/** Returns the channels that contain notes. */
function unitsOf(all: readonly NamedPart[]): readonly Unit[] {
  const groups = new Map<number, NamedPart[]>()
  for (const part of all) getOrMake(groups, part.channel, () => []).push(part)
  return [...groups].flatMap(([channel, parts]) => {
    const notes = parts.reduce((sum, part) => sum + part.notes.length, 0)
    const { program = 0 } = parts.find(part => part.notes.length > 0) ?? {}
    const isDrums = channel % CHANNELS === DRUM_CHANNEL && saysDrums(parts)
    return notes > 0 ? [{ channel, program, notes, isDrums }] : []
  })
}

function saysDrums(parts: readonly NamedPart[]): boolean {
  return parts.some(
    ({ name, program, controls }) =>
      DRUM_NAME.test(name) ||
      (program === 0 && NO_NAME.test(name)) ||
      controls.some(({ number, value }) => number === 0 && DRUM_BANKS.includes(Math.round(value * 127))),
  )
}
