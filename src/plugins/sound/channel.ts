import { ChannelState, CONTROLLER, type HeldNote, HeldNotes, UNSET } from '../../music/midi/port-state.js'
import type { ChannelStrip, StripKind, SynthVoice } from './synth.js'
import type { VoicePool, Way } from './voice-pool.js'

const MIDDLE_PAN = 64

export interface ChannelParts {
  readonly way: Way
  readonly pool: VoicePool
  readonly openStrip: (kind: StripKind) => ChannelStrip | undefined
  /** Current pitch bend in semitones. */
  readonly bend: () => number
  readonly onUnplayable: (thrown: unknown) => void
}

interface Held extends HeldNote {
  readonly voice: SynthVoice
}

export class Channel {
  state = new ChannelState()
  private atMs = 0
  private readonly held = new HeldNotes<Held>(({ voice }, cut) => {
    if (cut) voice.cut(this.atMs)
    else voice.release(this.atMs)
  })
  private readonly strips = new Map<StripKind, ChannelStrip>()
  private strip: ChannelStrip | undefined

  constructor(private readonly parts: ChannelParts) {}

  /** @param note 0–127 @param velocity 0–1 */
  noteOn(kind: StripKind, note: number, velocity: number, atMs: number): void {
    this.atMs = atMs
    this.held.end(note, false)
    const strip = this.open(kind, atMs)
    if (!strip) return
    const { pool, way, onUnplayable } = this.parts
    try {
      const { program } = this
      const begin = (onEnd: () => unknown) => strip.start(note, velocity, atMs, onEnd, program)
      const pan = this.state.value(CONTROLLER.pan)
      const sounds = [velocity, this.gain, pan, this.parts.bend(), program].join()
      const voice = pool.start({ way, kind, note, atMs, sounds, begin })
      this.held.begin(note, { voice, down: true, caught: false })
    } catch (error) {
      onUnplayable(error)
    }
  }

  noteOff(note: number, atMs: number): void {
    this.atMs = atMs
    this.held.release(note)
  }

  control(controller: number, value: number, atMs: number): void {
    this.atMs = atMs
    this.state.control(controller, value)
    this.held.control(controller, value)
    switch (controller) {
      case CONTROLLER.modulation:
        this.strip?.vibrato(value / 127, atMs)
        break
      case CONTROLLER.volume:
      case CONTROLLER.expression:
        this.strip?.level(this.gain, atMs)
        break
      case CONTROLLER.pan:
        this.strip?.pan(panOf(value), atMs)
        break
      case CONTROLLER.resetAll:
        if (this.strip) this.setUp(this.strip, atMs)
        break
    }
  }

  refreshBend(atMs: number): void {
    this.strip?.bend(this.parts.bend(), atMs)
  }

  letGo(atMs: number): void {
    this.atMs = atMs
    this.held.letGo()
  }

  reset(atMs: number): void {
    this.atMs = atMs
    this.held.cut()
    this.held.letGo()
    this.state = new ChannelState()
    if (this.strip) this.setUp(this.strip, atMs)
  }

  private open(kind: StripKind, atMs: number): ChannelStrip | undefined {
    const known = this.strips.get(kind)
    if (known && known === this.strip) return known
    const strip = known ?? this.parts.openStrip(kind)
    if (!strip) return undefined
    this.strips.set(kind, strip)
    this.strip = strip
    this.setUp(strip, atMs)
    return strip
  }

  private setUp(strip: ChannelStrip, atMs: number): void {
    strip.level(this.gain, atMs)
    strip.pan(panOf(this.state.value(CONTROLLER.pan)), atMs)
    strip.bend(this.parts.bend(), atMs)
    strip.vibrato(this.state.value(CONTROLLER.modulation) / 127, atMs)
  }

  get isTurnedDown(): boolean {
    return this.gain === 0
  }

  /** Live input keeps the user's instrument and ignores program changes. */
  private get program(): number | undefined {
    const { program } = this.state
    return this.parts.way === 'in' || program === UNSET ? undefined : program
  }

  private get gain(): number {
    const part = (controller: number) => gainOf(this.state.value(controller) / 127)
    return part(CONTROLLER.volume) * part(CONTROLLER.expression)
  }
}

/** Converts General MIDI 2 pan: 0 and 1 are left, 64 is center, 127 is right. */
function panOf(value: number): number {
  return (Math.max(1, value) - MIDDLE_PAN) / 63
}

/**
 * Squares a controller value (0–1), as recommended for channel volume (MMA, GM 1 developer guidelines).
 *
 * @example gainOf(0.5) // 0.25
 */
export function gainOf(control: number): number {
  const held = Math.min(1, Math.max(0, control))
  return held * held
}

/** @example decibelsOf(0.1) // -40 */
export function decibelsOf(control: number): number {
  return 20 * Math.log10(gainOf(control))
}
