import type { ClockPort } from '../../core/platform/ports.js'
import type { MidiBends } from '../midi-io/tokens.js'
import type { ChannelParts } from './channel.js'
import { MidiPart } from './midi-part.js'
import { VoicePool, type Way } from './voice-pool.js'

interface PortPartsOptions extends Pick<ChannelParts, 'openStrip' | 'onUnplayable'> {
  readonly clock: ClockPort
  readonly bends: () => MidiBends
  /** Reports a channel (1–16) played at volume 0, and `undefined` once it is audible again. */
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
