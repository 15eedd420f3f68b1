import { type BasicSoundBank, GeneratorTypes, SpessaSynthProcessor } from 'spessasynth_core'
import { PeakLimiter } from '../../../music/audio/peak-limiter.js'
import { isNoteOn } from '../../../music/midi/midi-message.js'
import { CONTROLLER } from '../../../music/midi/port-state.js'
import { plainBank } from './plain-bank.js'

/** Samples rendered in one step. */
const BLOCK = 128
const CHANNELS_OF_PORT = 16
/** Gain at which most songs are near −16 LUFS. */
const LEVEL = 2.5
const SMOOTH_S = 0.01
/** High-pass cutoff, Hz. Some samples in the bank have a DC offset, which would reduce headroom. */
const LOWEST_HZ = 5
const INAUDIBLE = 1e-15
/** Pitch change in cents for a bend of 127 semitones. SpessaSynth divides by 128 instead of 127. */
const BEND = 12_700
const EXACT_BEND = 12_800
const { modulation, volume, pan, expression } = CONTROLLER
const HEARD = [modulation, volume, pan, expression] as const

export type Room = 'dry' | 'room' | 'hall'

/** Roland GS reverb: address 40 01 30 selects a type, and 40 01 33 sets its level. */
const REVERB: Readonly<Record<Room, { readonly type: number; readonly level: number }>> = {
  dry: { type: 0, level: 0 },
  room: { type: 1, level: 64 },
  hall: { type: 4, level: 64 },
}

interface Queued {
  readonly frame: number
  readonly channel: number
  readonly bytes: readonly number[]
}

/**
 * SoundFont synthesizer with any number of channels. Runs wherever JavaScript does: in the audio thread,
 * in a worker and on the command line.
 */
export class StereoSynth {
  private readonly processor: SpessaSynthProcessor
  private readonly highPass: readonly ((samples: Float32Array) => void)[]
  private readonly limiter: PeakLimiter
  private queue: Queued[] = []
  private frame = 0
  private volume = 1
  private level = 1
  private reached = 1
  /** True from `silence` until the next note. */
  private silenced = false

  /** @param sampleRate Hz */
  constructor(private readonly sampleRate: number) {
    this.processor = new SpessaSynthProcessor(sampleRate, { eventsEnabled: false, maxBufferSize: BLOCK })
    this.processor.setSystemParameter('gain', LEVEL)
    this.processor.onMissingPreset = () => undefined
    this.highPass = [highPass(sampleRate), highPass(sampleRate)]
    this.limiter = new PeakLimiter(sampleRate)
    this.processor.soundBankManager.addSoundBank(withExactBends(plainBank()), 'synthesizer')
  }

  /** Samples rendered so far. */
  get rendered(): number {
    return this.frame
  }

  /** Delay in samples. */
  get latency(): number {
    return this.limiter.latency
  }

  addBank(id: string, bank: BasicSoundBank): void {
    withExactBends(bank)
    this.keepChannels(() => this.processor.soundBankManager.addSoundBank(bank, id))
  }

  /** Takes effect immediately. */
  setRoom(room: Room): void {
    const { type, level } = REVERB[room]
    for (const [address, value] of [
      [0x30, type],
      [0x33, level],
    ] as const) {
      const sum = (128 - ((0x40 + 0x01 + address + value) & 127)) & 127
      this.processor.processMessage([0xf0, 0x41, 0x10, 0x42, 0x12, 0x40, 0x01, address, value, sum, 0xf7], 0)
    }
  }

  /** @param channel 0 or more; drums have to be set explicitly */
  setDrums(channel: number, drums: boolean): void {
    this.open(channel)
    this.processor.midiChannels[channel]?.setDrums(drums)
  }

  /**
   * @param bytes MIDI message; its own channel is ignored
   * @param frame position in samples; a past message is applied immediately
   */
  send(channel: number, bytes: readonly number[], frame = this.frame): void {
    const message = { channel, bytes, frame }
    const later = this.queue.findLastIndex(each => each.frame <= frame) + 1
    this.queue.splice(later, 0, message)
  }

  /** Stops all sound immediately and drops scheduled notes. Programs, controllers and bends are kept. */
  silence(): void {
    const coming = this.queue
    this.queue = []
    for (const { channel, bytes } of coming) if (!isNoteOn(bytes)) this.apply(channel, bytes)
    this.processor.stopAllChannels(true)
    // The reverb tail is still audible.
    this.silenced = true
  }

  /** @param volume gain, 0 or more */
  setVolume(volume: number): void {
    this.volume = volume
  }

  /** @param level gain of the open song */
  setLevel(level: number): void {
    this.level = level
    if (this.frame === 0) this.reached = this.volume * level
  }

  /** Fills both buffers, which may have any length. */
  render(left: Float32Array, right: Float32Array): void {
    left.fill(0)
    right.fill(0)
    for (let from = 0; from < left.length; ) {
      this.applyDue()
      const next = this.queue[0]?.frame ?? Number.POSITIVE_INFINITY
      const count = Math.min(BLOCK, left.length - from, next - this.frame)
      this.processor.process(left, right, from, count)
      from += count
      this.frame += count
    }
    this.highPass[0]?.(left)
    this.highPass[1]?.(right)
    const target = this.silenced ? 0 : this.volume * this.level
    const before = this.reached
    this.reached += (target - this.reached) * (1 - Math.exp(-left.length / (SMOOTH_S * this.sampleRate)))
    this.limiter.process(left, right, before, this.reached)
  }

  private applyDue(): void {
    let count = 0
    for (const { frame, channel, bytes } of this.queue) {
      if (frame > this.frame) break
      count += 1
      this.apply(channel, bytes)
    }
    if (count > 0) this.queue.splice(0, count)
  }

  private apply(channel: number, [status = 0, ...data]: readonly number[]): void {
    this.open(channel)
    if (this.silenced && isNoteOn([status, ...data])) {
      this.silenced = false
      this.reached = this.volume * this.level
    }
    const within = channel % CHANNELS_OF_PORT
    const isChannelMessage = status < 0xf0
    this.processor.processMessage(
      [isChannelMessage ? (status & 0xf0) | within : status, ...data],
      channel - within,
    )
  }

  /** Channels come in groups of 16, of which the tenth plays drums. */
  private open(channel: number): void {
    while (this.processor.midiChannels.length <= channel) {
      this.keepChannels(() => {
        for (let count = 0; count < CHANNELS_OF_PORT; count += 1) this.processor.createMIDIChannel()
        this.processor.reset()
      })
    }
  }

  /** Runs `work`, which resets all channels, and restores them inaudibly. */
  private keepChannels(work: () => void): void {
    const before = this.processor.getSnapshot()
    work()
    this.processor.applySnapshot(before)
    for (const [channel, { midiControllers }] of before.midiChannels.entries()) {
      for (const controller of HEARD) {
        this.processor.controllerChange(channel, controller, (midiControllers[controller] ?? 0) >> 7)
      }
    }
  }
}

/** One channel's first-order filter, applied in place. */
function highPass(sampleRate: number): (samples: Float32Array) => void {
  const kept = Math.exp((-2 * Math.PI * LOWEST_HZ) / sampleRate)
  let [before, result] = [0, 0]
  return samples => {
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0
      result = sample - before + kept * result
      // Silence would end in subnormal numbers, which are slow.
      if (Math.abs(result) < INAUDIBLE) result = 0
      before = sample
      samples[index] = result
    }
  }
}

function withExactBends(bank: BasicSoundBank): BasicSoundBank {
  for (const modulator of bank.defaultModulators) {
    const { destination, transformAmount } = modulator
    if (destination === GeneratorTypes.fineTune && transformAmount === BEND)
      modulator.transformAmount = EXACT_BEND
  }
  return bank
}
