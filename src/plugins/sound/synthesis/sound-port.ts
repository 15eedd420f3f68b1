/** One input or output, played through the synthesizer. All times are in ms on the application's clock. */
import { getOrMake } from '../../../core/platform/store.js'
import { isNoteOn } from '../../../music/midi/midi-message.js'
import { BEND_RANGE_PARAMETER, bendMessage, CONTROLLER, PortState } from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'
import type { Technique } from '../../../music/song/techniques.js'
import { type Voicing, voicingOf } from './voicings.js'

/** `in`: played on an input. `out`: sent to an output. */
export type Way = 'in' | 'out'

/** General MIDI sound, or the specification's synthesizer. */
export interface Patch {
  /** 0–127 */
  readonly program: number
  readonly isDrums?: boolean
  readonly isPlain?: boolean
  /** Bank select value 0–127 of a sound bank's variation; default: the value that the port has received. */
  readonly bank?: number
}

export interface ChannelSynth {
  /** @param channel 0 or more; each group of 16 is one port with drums on its tenth channel */
  send(channel: number, bytes: readonly number[], atMs: number): void
  setDrums(channel: number, drums: boolean): void
  /** Called before a patch is first used. */
  need(patch: Patch): void
  /** Stops all sound immediately and drops scheduled notes. */
  silence(): void
}

/** Note details that are not part of the MIDI message. */
export interface Played {
  /** Guitar string, 1 or more. */
  readonly string?: number | undefined
  /** `undefined` for notes that may be sent on all channels. */
  readonly techniques?: readonly Technique[] | undefined
}

/** Bank select value of the synthesizer, which General MIDI leaves free. */
export const PLAIN_BANK = 64

/** A note before it sounds. */
export interface BegunNote {
  readonly port: SoundPort
  readonly note: number
  readonly isDrum: boolean
  readonly atMs: number
  /** Equal if two channels sound the same. */
  readonly sound: string
  /** Whether the note is meant for its channel only. Other notes may be sent on all sixteen channels. */
  readonly isExact: boolean
}

export const DRUM_CHANNEL = 9
const SYSTEM_RESET = 0xff
/** Bend range of inputs in semitones: enough for any guitar, and finer than a cent. */
const INPUT_RANGE = 48
const BANK: readonly number[] = [CONTROLLER.bank, CONTROLLER.bankFine]
const PARAMETERS: readonly number[] = [
  ...[CONTROLLER.dataEntry, CONTROLLER.dataEntryFine, CONTROLLER.dataIncrement, CONTROLLER.dataDecrement],
  ...[CONTROLLER.nonRegisteredFine, CONTROLLER.nonRegisteredCoarse],
  ...[CONTROLLER.registeredFine, CONTROLLER.registeredCoarse],
]
const REGISTERED = [CONTROLLER.registeredCoarse, CONTROLLER.registeredFine] as const
const NON_REGISTERED = [CONTROLLER.nonRegisteredCoarse, CONTROLLER.nonRegisteredFine] as const
const parameter = (number: number, value: number, [coarse, fine] = REGISTERED as readonly number[]) =>
  [
    [coarse, number >> 7],
    [fine, number & 127],
    [CONTROLLER.dataEntryFine, value & 127],
    [CONTROLLER.dataEntry, value >> 7],
    [CONTROLLER.registeredCoarse, 127],
    [CONTROLLER.registeredFine, 127],
  ].map(([controller = 0, sent = 0]) => [0xb0, controller, sent])
const RANGE_OF_INPUTS = parameter(BEND_RANGE_PARAMETER, INPUT_RANGE << 7)
/** First of the NRPNs that change SoundFont generators (SoundFont 2.04, section 9.6). */
const GENERATORS = 120 << 7
const AT_REST = new PortState()
const CHANNELS = Array.from({ length: 16 }, (_, channel) => channel)

interface SoundPortParts {
  readonly way: Way
  readonly synth: () => ChannelSynth | undefined
  /** @returns the first channel of an unused group of 16 */
  readonly newBlock: () => number
  readonly bendOf: (channel: number) => number
  readonly patchOf: (program: number) => Patch
  readonly isCopy: (note: BegunNote) => boolean
}

export class SoundPort {
  readonly way: Way
  private readonly state = new PortState()
  /** First synthesizer channel by voicing; `undefined` is the plain voicing. */
  private readonly blocks = new Map<Voicing | undefined, number>()
  /** Synthesizer channels in use, with the patch last sent. */
  private readonly opened = new Map<number, string>()
  private readonly copies = new Set<number>()
  private hasDrums = true

  constructor(private readonly parts: SoundPortParts) {
    this.way = parts.way
  }

  play(bytes: ArrayLike<number>, atMs: number, played: Played): void {
    const [status = 0, first = 0, second = 0] = Array.from(bytes)
    if (status === SYSTEM_RESET) this.reset(atMs)
    if (status < 0x80 || status >= 0xf0) return
    const channel = status & 15
    const kind = status >> 4
    this.state.apply(bytes)
    if (isNoteOn(bytes)) this.begin(channel, first, second, atMs, played)
    else if (kind === 0x8 || kind === 0x9) this.end(channel, first, atMs)
    else if (kind === 0xc) this.refreshPatch(channel, atMs)
    else if (kind === 0xe && this.way === 'in') this.bend(channel, atMs)
    else if (this.isPassedOn(Array.from(bytes))) this.broadcast(channel, Array.from(bytes), atMs)
  }

  /** @param channel 0–15 */
  isTurnedDown(channel: number): boolean {
    const state = this.state.channel(channel)
    return state.value(CONTROLLER.volume) === 0 || state.value(CONTROLLER.expression) === 0
  }

  letGo(atMs: number): void {
    for (const channel of CHANNELS) {
      for (const controller of [CONTROLLER.sustain, CONTROLLER.sostenuto, CONTROLLER.allNotesOff]) {
        this.broadcast(channel, [0xb0 | channel, controller, 0], atMs)
      }
    }
    this.copies.clear()
  }

  reset(atMs: number): void {
    for (const bytes of messagesBetween(this.state, AT_REST))
      this.broadcast((bytes[0] ?? 0) & 15, bytes, atMs)
    this.state.apply([SYSTEM_RESET])
    this.refreshPatches(atMs)
  }

  restart(): void {
    this.blocks.clear()
    this.opened.clear()
  }

  refreshPatches(atMs: number): void {
    for (const channel of CHANNELS) this.refreshPatch(channel, atMs)
  }

  refreshBends(atMs: number): void {
    for (const channel of CHANNELS) this.bend(channel, atMs)
  }

  private begin(channel: number, note: number, velocity: number, atMs: number, played: Played): void {
    const { techniques, string } = played
    if (!this.parts.synth()) return
    if (string !== undefined && channel === DRUM_CHANNEL) this.leaveDrums(atMs)
    const isDrum = this.isDrums(channel)
    const isExact = techniques !== undefined || string !== undefined
    const sound = this.soundOf(channel, velocity)
    if (this.parts.isCopy({ port: this, note, isDrum, atMs, sound, isExact })) {
      this.copies.add(channel * 128 + note)
      return
    }
    this.copies.delete(channel * 128 + note)
    const voicing = isDrum ? undefined : voicingOf(techniques ?? [], this.patch(channel).program)
    const strength = Math.round(velocity * (voicing?.velocity ?? 1))
    this.send(this.open(voicing, channel, atMs), [0x90, note, Math.min(127, Math.max(1, strength))], atMs)
  }

  /** MIDI guitars also use channel 10. */
  private leaveDrums(atMs: number): void {
    if (!this.hasDrums) return
    this.hasDrums = false
    for (const block of this.blocks.values()) this.parts.synth()?.setDrums(block + DRUM_CHANNEL, false)
    this.refreshPatch(DRUM_CHANNEL, atMs)
  }

  private end(channel: number, note: number, atMs: number): void {
    if (!this.copies.delete(channel * 128 + note)) this.broadcast(channel, [0x80, note, 64], atMs)
  }

  private bend(channel: number, atMs: number): void {
    if (this.way !== 'in') return
    const bent = Math.round((this.parts.bendOf(channel) / INPUT_RANGE + 1) * 8192)
    this.broadcast(channel, bendMessage(0, Math.min(16_383, Math.max(0, bent))), atMs)
  }

  private soundOf(channel: number, velocity: number): string {
    const state = this.state.channel(channel)
    const { volume, expression, pan } = CONTROLLER
    const values = [volume, expression, pan].map(controller => state.value(controller))
    const { program, isDrums = false } = this.patch(channel)
    return [velocity, ...values, state.bend, program, isDrums].join()
  }

  private isDrums(channel: number): boolean {
    return channel === DRUM_CHANNEL && this.hasDrums
  }

  private patch(channel: number): Patch {
    const { program } = this.state.channel(channel)
    return this.isDrums(channel)
      ? { program: Math.max(0, program), isDrums: true }
      : this.parts.patchOf(program)
  }

  private send(target: number, bytes: readonly number[], atMs: number): void {
    this.parts.synth()?.send(target, bytes, atMs)
  }

  /** @returns the synthesizer channels in use for a channel, by voicing */
  private targetsOf(channel: number): (readonly [voicing: Voicing | undefined, target: number])[] {
    const all = [...this.blocks].map(([voicing, block]) => [voicing, block + channel] as const)
    return all.filter(([, target]) => this.opened.has(target))
  }

  private broadcast(channel: number, bytes: readonly number[], atMs: number): void {
    for (const [, target] of this.targetsOf(channel)) this.send(target, bytes, atMs)
  }

  private refreshPatch(channel: number, atMs: number): void {
    for (const [voicing, target] of this.targetsOf(channel)) this.choosePatch(voicing, target, atMs)
  }

  private choosePatch(voicing: Voicing | undefined, target: number, atMs: number): void {
    const channel = target % 16
    const plain = this.patch(channel)
    const program = voicing?.program ?? plain.program
    const sentBank = this.way === 'out' ? this.state.channel(channel).value(CONTROLLER.bank) : 0
    const bank = plain.isPlain ? PLAIN_BANK : (plain.bank ?? sentBank)
    const chosen = [bank, program, plain.isDrums].join()
    if (this.opened.get(target) === chosen) return
    this.opened.set(target, chosen)
    if (!plain.isPlain) this.parts.synth()?.need({ ...plain, program })
    this.send(target, [0xb0, CONTROLLER.bank, bank], atMs)
    this.send(target, [0xc0, program], atMs)
  }

  /** @returns the synthesizer's channel, in the same state as the port's channel */
  private open(voicing: Voicing | undefined, channel: number, atMs: number): number {
    const target = getOrMake(this.blocks, voicing, this.parts.newBlock) + channel
    if (this.opened.has(target)) return target
    if (channel === DRUM_CHANNEL) this.parts.synth()?.setDrums(target, this.isDrums(channel))
    this.choosePatch(voicing, target, atMs)
    const { generators = {}, controllers = {} } = voicing ?? {}
    const current = messagesBetween(AT_REST, this.state).filter(
      bytes => ((bytes[0] ?? 0) & 15) === channel && this.isPassedOn(bytes),
    )
    const messages = [
      ...Object.entries(generators).flatMap(([generator, offset]) =>
        parameter(GENERATORS + Number(generator), 8192 + offset, NON_REGISTERED),
      ),
      ...current,
      ...(this.way === 'in' ? RANGE_OF_INPUTS : []),
      ...Object.entries(controllers).map(([controller, value]) => [0xb0, Number(controller), value]),
    ]
    for (const bytes of messages) this.send(target, bytes, atMs)
    this.bend(channel, atMs)
    return target
  }

  /** `choosePatch` sends programs and banks, and `bend` sends input bends. */
  private isPassedOn([status = 0, controller = 0]: readonly number[]): boolean {
    const kind = status >> 4
    if (kind === 0xc || (kind === 0xb && BANK.includes(controller))) return false
    return this.way === 'out' || !(kind === 0xe || (kind === 0xb && PARAMETERS.includes(controller)))
  }
}
