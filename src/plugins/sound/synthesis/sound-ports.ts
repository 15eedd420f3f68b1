// All times are in milliseconds on the application's clock.
import { getOrMake } from '../../../core/platform/store.js'
import {
  BEND_RANGE_PARAMETER,
  bendMessage,
  CONTROLLER,
  PortState,
  UNSET,
} from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'
import type { Technique } from '../../../music/song/techniques.js'
import { type Voicing, voicingOf } from './voicings.js'

/** `in`: played on an input. `out`: sent to an output. */
export type Way = 'in' | 'out'

/** General MIDI sound, or the synthesizer of the specification. */
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

/** Note details that its MIDI message lacks. */
export interface Played {
  /** Guitar string, 1 or more. */
  readonly string?: number | undefined
  /** `undefined` for notes that may be sent on all channels. */
  readonly techniques?: readonly Technique[] | undefined
}

interface SoundPortsOptions {
  /** `undefined` until it has loaded. */
  readonly synth: () => ChannelSynth | undefined
  /** Current pitch bend of an input's channel (1–16), semitones. */
  readonly bendOf?: (port: string, channel: number) => number
  /** Reports a channel (1–16) played at volume 0, then `undefined` once it is audible again. */
  readonly onTurnedDown?: (channel: number | undefined) => void
}

/** Bank select value of the synthesizer, which General MIDI leaves free. */
export const PLAIN_BANK = 64

/** Maximum delay between a note played directly and its copy from the output, which is 10 ms late. */
const SAME_NOTE_MS = 30
/** Messages within this time, such as one sent on all sixteen channels, count as simultaneous. */
const SAME_MOMENT_MS = 0.5

interface StartedNote {
  readonly note: number
  readonly isDrum: boolean
  readonly atMs: number
  /** Equal if two channels sound the same. */
  readonly sound: string
  /** Whether the note is meant for its channel only. Other notes may be sent on all sixteen channels. */
  readonly isExact: boolean
}

interface Started extends StartedNote {
  readonly port: SoundPort
  channels: number
}

/** Turns the messages of all inputs and outputs into messages for a synthesizer. */
export class SoundPorts {
  private readonly ports = new Map<string, SoundPort>()
  private started: Started[] = []
  private instrument: Patch = { program: 0, isPlain: true }
  private followsPrograms = true
  private blocks = 0
  private turnedDown: { readonly port: SoundPort; readonly channel: number } | undefined

  constructor(private readonly options: SoundPortsOptions) {}

  /** @param followsPrograms whether programs sent by a song override the instrument */
  setInstrument(instrument: Patch, followsPrograms: boolean, atMs: number): void {
    this.instrument = instrument
    this.followsPrograms = followsPrograms
    for (const port of this.ports.values()) port.refreshPatches(atMs)
  }

  /** Invalid and unknown messages are ignored. */
  play(way: Way, id: string, bytes: ArrayLike<number>, atMs: number, played: Played = {}): void {
    const port = this.portOf(way, id)
    port.play(bytes, atMs, played)
    const { turnedDown } = this
    const channel = (bytes[0] ?? 0) & 15
    const begins = (bytes[0] ?? 0) >> 4 === 9 && (bytes[2] ?? 0) > 0
    if (begins && port.isTurnedDown(channel)) {
      if (turnedDown?.port === port && turnedDown.channel === channel) return
      this.turnedDown = { port, channel }
      this.options.onTurnedDown?.(channel + 1)
    } else this.checkTurnedDown()
  }

  letGo(way: Way, atMs: number): void {
    for (const port of this.ports.values()) if (port.way === way) port.letGo(atMs)
  }

  /** Ends all notes and forgets what a disconnected port has sent. */
  forget(way: Way, id: string, atMs: number): void {
    const port = this.ports.get(`${way} ${id}`)
    port?.letGo(atMs)
    port?.reset(atMs)
    this.checkTurnedDown()
  }

  reset(atMs: number): void {
    for (const port of this.ports.values()) port.reset(atMs)
    this.checkTurnedDown()
  }

  /** Reopens all channels on a new synthesizer. */
  restart(): void {
    this.blocks = 0
    for (const port of this.ports.values()) port.restart()
  }

  refreshBend(input: string, atMs: number): void {
    this.ports.get(`in ${input}`)?.refreshBends(atMs)
  }

  private portOf(way: Way, id: string): SoundPort {
    const key = `${way} ${id}`
    const known = this.ports.get(key)
    if (known) return known
    const { synth, bendOf } = this.options
    const port = new SoundPort({
      way,
      synth,
      newBlock: () => 16 * this.blocks++,
      bendOf: channel => bendOf?.(id, channel + 1) ?? 0,
      patchOf: program =>
        way === 'out' && this.followsPrograms && program !== UNSET ? { program } : this.instrument,
      isCopy: begun => this.isCopy(port, begun),
    })
    this.ports.set(key, port)
    return port
  }

  /** Detects notes that arrive twice: played and sent to the output, or sent on several channels. */
  private isCopy(port: SoundPort, begun: StartedNote): boolean {
    const { note, isDrum, atMs, sound } = begun
    this.started = this.started.filter(each => Math.abs(atMs - each.atMs) <= SAME_NOTE_MS)
    const same = this.started.find(each => {
      if (each.note !== note) return false
      if (each.port.way !== port.way) return each.isDrum === isDrum
      if (begun.isExact || each.port !== port || Math.abs(atMs - each.atMs) > SAME_MOMENT_MS) return false
      // A message sent on all channels isn't meant for the drums.
      return each.sound === sound || (isDrum && each.channels >= DRUM_CHANNEL)
    })
    if (same) same.channels += 1
    else this.started.push({ ...begun, port, channels: 1 })
    return same !== undefined
  }

  private checkTurnedDown(): void {
    if (!this.turnedDown || this.turnedDown.port.isTurnedDown(this.turnedDown.channel)) return
    this.turnedDown = undefined
    this.options.onTurnedDown?.(undefined)
  }
}

const DRUM_CHANNEL = 9
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

interface SoundPortParts {
  readonly way: Way
  readonly synth: () => ChannelSynth | undefined
  /** @returns the first channel of an unused group of 16 */
  readonly newBlock: () => number
  readonly bendOf: (channel: number) => number
  readonly patchOf: (program: number) => Patch
  readonly isCopy: (note: StartedNote) => boolean
}

class SoundPort {
  readonly way: Way
  private readonly state = new PortState()
  /** First synthesizer channel of each voicing; `undefined` is the plain one. */
  private readonly blocks = new Map<Voicing | undefined, number>()
  /** Synthesizer channels in use, with the patch last sent. */
  private readonly opened = new Map<number, string>()
  private readonly copies = new Set<number>()
  private hasDrums = true

  constructor(private readonly parts: SoundPortParts) {
    this.way = parts.way
  }

  play(bytes: ArrayLike<number>, atMs: number, played: Played): void {
    const status = bytes[0] ?? 0
    if (status === SYSTEM_RESET) this.reset(atMs)
    if (status < 0x80 || status >= 0xf0) return
    const channel = status & 15
    const kind = status >> 4
    const [first = 0, second = 0] = [bytes[1], bytes[2]]
    this.state.apply(bytes)
    if (kind === 0x9 && second > 0) this.begin(channel, first, second, atMs, played)
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
    for (let channel = 0; channel < 16; channel += 1) {
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
    for (let channel = 0; channel < 16; channel += 1) this.refreshPatch(channel, atMs)
  }

  refreshBends(atMs: number): void {
    for (let channel = 0; channel < 16; channel += 1) this.bend(channel, atMs)
  }

  private begin(channel: number, note: number, velocity: number, atMs: number, played: Played): void {
    const synth = this.parts.synth()
    if (!synth) return
    if (played.string !== undefined && channel === DRUM_CHANNEL) this.leaveDrums(synth, atMs)
    const isDrum = this.isDrums(channel)
    const isExact = played.techniques !== undefined || played.string !== undefined
    if (this.parts.isCopy({ note, isDrum, atMs, isExact, sound: this.soundOf(channel, velocity) })) {
      this.copies.add(channel * 128 + note)
      return
    }
    this.copies.delete(channel * 128 + note)
    const voicing = isDrum ? undefined : voicingOf(played.techniques ?? [], this.patch(channel).program)
    const target = this.open(synth, voicing, channel, atMs)
    synth.send(target, [0x90, note, strengthOf(velocity, voicing)], atMs)
  }

  /** MIDI guitars also use channel 10. */
  private leaveDrums(synth: ChannelSynth, atMs: number): void {
    if (!this.hasDrums) return
    this.hasDrums = false
    for (const block of this.blocks.values()) synth.setDrums(block + DRUM_CHANNEL, false)
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

  private broadcast(channel: number, bytes: readonly number[], atMs: number): void {
    for (const block of this.blocks.values()) {
      if (this.opened.has(block + channel)) this.parts.synth()?.send(block + channel, bytes, atMs)
    }
  }

  private refreshPatch(channel: number, atMs: number): void {
    const synth = this.parts.synth()
    for (const [voicing, block] of this.blocks) {
      if (synth && this.opened.has(block + channel))
        this.choosePatch(synth, { voicing, block, channel }, atMs)
    }
  }

  private choosePatch(synth: ChannelSynth, { voicing, block, channel }: Target, atMs: number): void {
    const plain = this.patch(channel)
    const program = voicing?.program ?? plain.program
    const sentBank = this.way === 'out' ? this.state.channel(channel).value(CONTROLLER.bank) : 0
    const bank = plain.isPlain ? PLAIN_BANK : (plain.bank ?? sentBank)
    const target = block + channel
    const chosen = [bank, program, plain.isDrums].join()
    if (this.opened.get(target) === chosen) return
    this.opened.set(target, chosen)
    if (!plain.isPlain) synth.need({ ...plain, program })
    synth.send(target, [0xb0, CONTROLLER.bank, bank], atMs)
    synth.send(target, [0xc0, program], atMs)
  }

  /** @returns the synthesizer's channel, in the same state as the port's channel */
  private open(synth: ChannelSynth, voicing: Voicing | undefined, channel: number, atMs: number): number {
    const block = getOrMake(this.blocks, voicing, this.parts.newBlock)
    const target = block + channel
    if (this.opened.has(target)) return target
    if (channel === DRUM_CHANNEL) synth.setDrums(target, this.isDrums(channel))
    this.choosePatch(synth, { voicing, block, channel }, atMs)
    const { generators = {}, controllers = {} } = voicing ?? {}
    for (const [generator, offset] of Object.entries(generators)) {
      const messages = parameter(GENERATORS + Number(generator), 8192 + offset, NON_REGISTERED)
      for (const bytes of messages) synth.send(target, bytes, atMs)
    }
    for (const bytes of messagesBetween(AT_REST, this.state)) {
      if (((bytes[0] ?? 0) & 15) === channel && this.isPassedOn(bytes)) synth.send(target, bytes, atMs)
    }
    if (this.way === 'in') {
      for (const bytes of RANGE_OF_INPUTS) synth.send(target, bytes, atMs)
      this.bend(channel, atMs)
    }
    for (const [controller, value] of Object.entries(controllers)) {
      synth.send(target, [0xb0, Number(controller), value], atMs)
    }
    return target
  }

  /** `choosePatch` sends programs and banks, and `bend` sends input bends. */
  private isPassedOn([status = 0, controller = 0]: readonly number[]): boolean {
    const kind = status >> 4
    if (kind === 0xc || (kind === 0xb && BANK.includes(controller))) return false
    return this.way === 'out' || !(kind === 0xe || (kind === 0xb && PARAMETERS.includes(controller)))
  }
}

function strengthOf(velocity: number, { velocity: factor = 1 }: Voicing = {}): number {
  return Math.min(127, Math.max(1, Math.round(velocity * factor)))
}

interface Target {
  readonly voicing: Voicing | undefined
  readonly block: number
  readonly channel: number
}
