import type { ClockPort } from '../../core/platform/ports.js'
import { parseMidiMessage } from '../../music/midi/midi-message.js'
import type { MidiBends } from '../midi-io/tokens.js'
import { Channel, type ChannelParts } from './channel.js'
import { VoicePool, type Way } from './voice-pool.js'

interface PortPartsOptions extends Pick<ChannelParts, 'openStrip' | 'onUnplayable'> {
  readonly clock: ClockPort
  readonly bends: () => MidiBends
  /** Reports a channel (1–16) played at volume 0, then `undefined` once it is audible again. */
  readonly onTurnedDown: (channel: number | undefined) => void
}

export class PortParts {
  private readonly pool = new VoicePool()
  private readonly ports: Readonly<Record<Way, Map<string, MidiPart>>> = { in: new Map(), out: new Map() }
  private turnedDown: { readonly part: MidiPart; readonly channel: number } | undefined

  constructor(private readonly options: PortPartsOptions) {}

  play(
    way: Way,
    port: string,
    bytes: ArrayLike<number>,
    atMs: number,
    string?: number,
    begins = false,
  ): void {
    const part = this.partOf(way, port)
    part.play(bytes, atMs, string)
    if (begins) this.reportTurnedDown(part, ((bytes[0] ?? 0) & 15) + 1)
    else this.checkTurnedDown()
  }

  forget(way: Way, port: string): void {
    const part = this.ports[way].get(port)
    part?.letGo(this.now)
    part?.reset(this.now)
    this.checkTurnedDown()
  }

  refreshBend(port: string): void {
    this.ports.in.get(port)?.refreshBend(this.now)
  }

  letGo(way: Way): void {
    for (const part of this.ports[way].values()) part.letGo(this.now)
  }

  cut(): void {
    this.pool.cutAll(this.now)
    this.letGo('in')
    this.letGo('out')
  }

  reset(): void {
    for (const parts of Object.values(this.ports)) {
      for (const part of parts.values()) part.reset(this.now)
    }
    this.checkTurnedDown()
  }

  private get now(): number {
    return this.options.clock.now()
  }

  private partOf(way: Way, port: string): MidiPart {
    const known = this.ports[way].get(port)
    if (known) return known
    const { bends, openStrip, onUnplayable } = this.options
    const part = new MidiPart(
      { way, pool: this.pool, openStrip, onUnplayable },
      way === 'in' ? channel => bends().bendOf(port, channel) : undefined,
    )
    this.ports[way].set(port, part)
    return part
  }

  private reportTurnedDown(part: MidiPart, channel: number): void {
    const { turnedDown } = this
    if (!part.isTurnedDown(channel) || (turnedDown?.part === part && turnedDown.channel === channel)) return
    this.turnedDown = { part, channel }
    this.options.onTurnedDown(channel)
  }

  private checkTurnedDown(): void {
    if (!this.turnedDown || this.turnedDown.part.isTurnedDown(this.turnedDown.channel)) return
    this.turnedDown = undefined
    this.options.onTurnedDown(undefined)
  }
}

const CHANNELS = 16
const DRUM_CHANNEL = 10
const SYSTEM_RESET = 0xff
const PROGRAM_CHANGE = 'programchange'

export class MidiPart {
  private readonly channels: readonly Channel[]

  /** @param bendOf returns a channel's bend in semitones (channels 1–16), if the caller tracks bends */
  constructor(parts: Omit<ChannelParts, 'bend'>, bendOf?: (channel: number) => number) {
    this.channels = Array.from({ length: CHANNELS }, (_, index) => {
      const bend = () => (bendOf ? bendOf(index + 1) : channel.state.bentBy())
      const channel: Channel = new Channel({ ...parts, bend })
      return channel
    })
  }

  /**
   * Ignores invalid and unknown messages.
   * @param string guitar string; if given, the note is never a drum
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

const PATIENCE_MS = 300

interface EarlyNote {
  readonly way: Way
  readonly port: string
  readonly bytes: readonly number[]
  readonly atMs: number
  readonly string: number | undefined
}

export class EarlyNotes {
  private notes: readonly EarlyNote[] = []

  add(note: EarlyNote, nowMs: number): void {
    this.notes = [...this.inTime(nowMs), note]
  }

  /** Returns queued notes, all delayed by the same time to keep their rhythm. */
  take(nowMs: number): readonly EarlyNote[] {
    const notes = this.inTime(nowMs)
    this.clear()
    const late = Math.max(0, ...notes.map(({ atMs }) => nowMs - atMs))
    return notes.map(note => ({ ...note, atMs: note.atMs + late }))
  }

  clear(): void {
    this.notes = []
  }

  private inTime(nowMs: number): readonly EarlyNote[] {
    return this.notes.filter(({ atMs }) => nowMs - atMs <= PATIENCE_MS)
  }
}
