/** Everything that sounds, by the port that it came in or goes out through, and the channel that is turned down. */
import type { ClockPort } from '../../core/platform/ports.js'
import type { MidiBends } from '../midi-io/tokens.js'
import type { ChannelParts } from './channel.js'
import { MidiPart } from './midi-part.js'
import { VoicePool, type Way } from './voice-pool.js'

interface PortPartsOptions extends Pick<ChannelParts, 'openStrip' | 'onUnplayable'> {
  readonly clock: ClockPort
  readonly bends: () => MidiBends
  /** A channel (1–16) is played but turned down to 0; undefined once it is audible again. */
  readonly onTurnedDown: (channel: number | undefined) => void
}

export class PortParts {
  private readonly pool = new VoicePool()
  private readonly ports: Readonly<Record<Way, Map<string, MidiPart>>> = { in: new Map(), out: new Map() }
  private turnedDown: { readonly part: MidiPart; readonly channel: number } | undefined

  constructor(private readonly options: PortPartsOptions) {}

  /** @param begins whether it is a note-on */
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

  /** A port is gone, with its volumes, pans and pedals. */
  forget(way: Way, port: string): void {
    const part = this.ports[way].get(port)
    part?.letGo(this.now)
    part?.reset(this.now)
    this.checkTurnedDown()
  }

  /** The bend range of an input has changed. */
  refreshBend(port: string): void {
    this.ports.in.get(port)?.refreshBend(this.now)
  }

  /** Fingers and pedals up. */
  letGo(way: Way): void {
    for (const part of this.ports[way].values()) part.letGo(this.now)
  }

  /** Cuts everything that sounds. */
  cut(): void {
    this.pool.cutAll(this.now)
    this.letGo('in')
    this.letGo('out')
  }

  /** Resets all channels. */
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

  /** Checks whether the reported channel is audible again. */
  private checkTurnedDown(): void {
    if (!this.turnedDown || this.turnedDown.part.isTurnedDown(this.turnedDown.channel)) return
    this.turnedDown = undefined
    this.options.onTurnedDown(undefined)
  }
}
