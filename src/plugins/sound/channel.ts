/** One MIDI channel of the built-in sound: which notes are held, by a finger or by a pedal, and how it is set. */
import { CONTROLLER, endsAllNotes } from '../../core/music/midi/controller-numbers.js'
import { type HeldNote, Pedals } from '../../core/music/midi/pedals.js'
import { gainOf } from './level.js'
import type { ChannelStrip, StripKind, SynthVoice } from './synth.js'
import type { VoicePool, Way } from './voice-pool.js'

const DEFAULT_VOLUME = 100
const MIDDLE_PAN = 64

export interface ChannelParts {
  readonly way: Way
  readonly pool: VoicePool
  /** `undefined` while nothing can sound. */
  readonly openStrip: (kind: StripKind) => ChannelStrip | undefined
  /** Current pitch bend of the channel, in semitones. */
  readonly bend: () => number
  /** Called when the instrument can't play a note. */
  readonly onUnplayable: (thrown: unknown) => void
}

export interface ChannelNote {
  readonly kind: StripKind
  /** 0–127 */
  readonly note: number
  /** 0–1 */
  readonly velocity: number
  readonly atMs: number
}

interface Held extends HeldNote {
  readonly voice: SynthVoice
}

export class Channel {
  private readonly held = new Map<number, Held>()
  private readonly strips = new Map<StripKind, ChannelStrip>()
  /** The one that the latest note sounds through. */
  private strip: ChannelStrip | undefined
  private modulation = 0
  private volume = DEFAULT_VOLUME
  private expression = 127
  private pan = MIDDLE_PAN
  private readonly pedals = new Pedals()

  constructor(private readonly parts: ChannelParts) {}

  noteOn({ kind, note, velocity, atMs }: ChannelNote): void {
    // Struck again: a string has one vibration, and one end.
    this.held.get(note)?.voice.release(atMs)
    this.held.delete(note)
    const strip = this.open(kind, atMs)
    if (!strip) return
    const { pool, way, onUnplayable } = this.parts
    try {
      const begin = (onEnd: () => unknown) => strip.start(note, velocity, atMs, onEnd)
      const sounds = [velocity, this.gain, this.pan, this.parts.bend()].join()
      const voice = pool.start({ way, kind, note, atMs, sounds, begin })
      this.held.set(note, { voice, down: true, caught: false })
    } catch (error) {
      onUnplayable(error)
    }
  }

  noteOff(note: number, atMs: number): void {
    const held = this.held.get(note)
    if (!held) return
    held.down = false
    this.releaseIdle(atMs)
  }

  control(controller: number, value: number, atMs: number): void {
    if (this.pedals.control(controller, value, this.held)) {
      this.releaseIdle(atMs)
      return
    }
    switch (controller) {
      case CONTROLLER.modulation:
        this.modulation = value
        this.strip?.vibrato(value / 127, atMs)
        break
      case CONTROLLER.volume:
        this.volume = value
        this.strip?.level(this.gain, atMs)
        break
      case CONTROLLER.expression:
        this.expression = value
        this.strip?.level(this.gain, atMs)
        break
      case CONTROLLER.pan:
        this.pan = value
        this.strip?.pan(panOf(value), atMs)
        break
      case CONTROLLER.allSoundOff:
        this.cut(atMs)
        break
      case CONTROLLER.resetAll:
        this.resetControllers(atMs)
        break
      default:
        if (endsAllNotes(controller)) this.allNotesOff(atMs)
    }
  }

  /** Applies a new bend or bend range. */
  refreshBend(atMs: number): void {
    this.strip?.bend(this.parts.bend(), atMs)
  }

  /** *All notes off* lifts the fingers, not the pedals (MIDI 1.0). */
  allNotesOff(atMs: number): void {
    for (const held of this.held.values()) held.down = false
    this.releaseIdle(atMs)
  }

  /** Fingers and pedals up: what sounds dies away. */
  letGo(atMs: number): void {
    this.pedals.lift()
    this.allNotesOff(atMs)
  }

  cut(atMs: number): void {
    for (const { voice } of this.held.values()) voice.cut(atMs)
    this.held.clear()
  }

  /** Power-on state. */
  reset(atMs: number): void {
    this.cut(atMs)
    this.volume = DEFAULT_VOLUME
    this.pan = MIDDLE_PAN
    this.strip?.pan(0, atMs)
    this.resetControllers(atMs)
  }

  /** Volume, pan and the bend range stay (MIDI recommended practice RP-015). */
  private resetControllers(atMs: number): void {
    this.modulation = 0
    this.expression = 127
    this.pedals.lift()
    this.strip?.vibrato(0, atMs)
    this.strip?.level(this.gain, atMs)
    this.refreshBend(atMs)
    this.releaseIdle(atMs)
  }

  private releaseIdle(atMs: number): void {
    for (const [note, held] of this.held) {
      if (this.pedals.keeps(held)) continue
      this.held.delete(note)
      held.voice.release(atMs)
    }
  }

  private open(kind: StripKind, atMs: number): ChannelStrip | undefined {
    const known = this.strips.get(kind)
    if (known && known === this.strip) return known
    const strip = known ?? this.parts.openStrip(kind)
    if (!strip) return undefined
    this.strips.set(kind, strip)
    this.strip = strip
    strip.level(this.gain, atMs)
    strip.pan(panOf(this.pan), atMs)
    strip.bend(this.parts.bend(), atMs)
    strip.vibrato(this.modulation / 127, atMs)
    return strip
  }

  /** Whether volume or expression is 0. */
  get isTurnedDown(): boolean {
    return this.gain === 0
  }

  private get gain(): number {
    return gainOf(this.volume / 127) * gainOf(this.expression / 127)
  }
}

/** 0 and 1 are both all the way to the left (General MIDI 2), so that 64 is the middle and 127 the right. */
function panOf(value: number): number {
  return (Math.max(1, value) - MIDDLE_PAN) / 63
}
