// All times are in milliseconds on the application's clock.
import { getOrMake } from '../../../core/platform/store.js'
import { isNoteOn } from '../../../music/midi/midi-message.js'
import { UNSET } from '../../../music/midi/port-state.js'
import {
  type BegunNote,
  type ChannelSynth,
  DRUM_CHANNEL,
  type Patch,
  type Played,
  SoundPort,
  type Way,
} from './sound-port.js'

interface SoundPortsOptions {
  /** `undefined` until it has loaded. */
  readonly synth: () => ChannelSynth | undefined
  /** Current pitch bend of an input's channel (1–16), semitones. */
  readonly bendOf?: (port: string, channel: number) => number
  /** Reports a channel (1–16) played at volume 0, then `undefined` once it is audible again. */
  readonly onTurnedDown?: (channel: number | undefined) => void
}

/** Maximum delay between a note played directly and its copy from the output, which is 10 ms late. */
const SAME_NOTE_MS = 30
/** Messages within this time, such as one sent on all sixteen channels, count as simultaneous. */
const SAME_MOMENT_MS = 0.5

interface Started {
  readonly begun: BegunNote
  /** Number of channels that have received the note. */
  channels: number
}

/** Converts messages from all inputs and outputs to synthesizer messages. */
export class SoundPorts {
  private readonly ports = new Map<string, SoundPort>()
  private started: Started[] = []
  private instrument: Patch = { program: 0, isPlain: true }
  private followsPrograms = true
  private blocks = 0
  private turnedDown: { readonly port: SoundPort; readonly channel: number } | undefined

  constructor(private readonly options: SoundPortsOptions) {}

  /** @param followsPrograms whether a song's program changes override the instrument */
  setInstrument(instrument: Patch, followsPrograms: boolean, atMs: number): void {
    this.instrument = instrument
    this.followsPrograms = followsPrograms
    for (const port of this.ports.values()) port.refreshPatches(atMs)
  }

  /** Invalid and unknown messages are ignored. */
  play(way: Way, id: string, bytes: ArrayLike<number>, atMs: number, played: Played = {}): void {
    const port = getOrMake(this.ports, `${way} ${id}`, () => this.createPort(way, id))
    port.play(bytes, atMs, played)
    const channel = (bytes[0] ?? 0) & 15
    const isSilent = isNoteOn(bytes) && port.isTurnedDown(channel)
    this.checkTurnedDown(isSilent ? { port, channel } : this.turnedDown)
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

  /** Reopens all channels after the synthesizer has been replaced. */
  restart(): void {
    this.blocks = 0
    for (const port of this.ports.values()) port.restart()
  }

  refreshBend(input: string, atMs: number): void {
    this.ports.get(`in ${input}`)?.refreshBends(atMs)
  }

  private createPort(way: Way, id: string): SoundPort {
    const { synth, bendOf } = this.options
    return new SoundPort({
      ...{ way, synth },
      newBlock: () => 16 * this.blocks++,
      bendOf: channel => bendOf?.(id, channel + 1) ?? 0,
      patchOf: program =>
        way === 'out' && this.followsPrograms && program !== UNSET ? { program } : this.instrument,
      isCopy: begun => this.isCopy(begun),
    })
  }

  /** Detects notes that arrive twice: played and sent to the output, or sent on several channels. */
  private isCopy(begun: BegunNote): boolean {
    const { port, note, isDrum, atMs, sound, isExact } = begun
    const since = (each: Started) => Math.abs(atMs - each.begun.atMs)
    this.started = this.started.filter(each => since(each) <= SAME_NOTE_MS)
    const same = this.started.find(each => {
      const other = each.begun
      if (other.note !== note) return false
      if (other.port.way !== port.way) return other.isDrum === isDrum
      if (isExact || other.port !== port || since(each) > SAME_MOMENT_MS) return false
      // A message sent on all channels isn't meant for the drums.
      return other.sound === sound || (isDrum && each.channels >= DRUM_CHANNEL)
    })
    if (same) same.channels += 1
    else this.started.push({ begun, channels: 1 })
    return same !== undefined
  }

  private checkTurnedDown(wanted = this.turnedDown): void {
    const before = this.turnedDown?.channel
    this.turnedDown = wanted?.port.isTurnedDown(wanted.channel) ? wanted : undefined
    const channel = this.turnedDown?.channel
    if (channel !== before) this.options.onTurnedDown?.(channel === undefined ? undefined : channel + 1)
  }
}
