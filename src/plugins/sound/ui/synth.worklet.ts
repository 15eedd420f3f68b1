/** Runs the synthesizer in the audio thread. */
import { SoundBankLoader } from 'spessasynth_core'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { StereoSynth } from '../synthesis/stereo-synth.js'
import type { WorkletMessage, WorkletReport } from './live-synth.js'

/** TypeScript has no types for the audio thread. */
declare const sampleRate: number
declare const currentFrame: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void

class SynthProcessor extends AudioWorkletProcessor {
  private readonly synth = new StereoSynth(sampleRate)
  /** Frame of the audio clock at which the synthesizer’s frame 0 would be. */
  private origin = 0
  private ended = false

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<WorkletMessage>) => this.handle(data)
  }

  process(_inputs: unknown, outputs: readonly (readonly Float32Array[])[]): boolean {
    const [left, right] = outputs[0] ?? []
    // Chromium skips calls, often after the first one. Notes would stay late by the gap.
    this.origin = currentFrame - this.synth.rendered
    if (left && right) this.synth.render(left, right)
    return !this.ended
  }

  private handle(message: WorkletMessage): void {
    const { synth } = this
    if (message.kind === 'send') synth.send(message.channel, message.bytes, this.frameAt(message.seconds))
    else if (message.kind === 'drums') synth.setDrums(message.channel, message.drums)
    else if (message.kind === 'bank') this.addBank(message.id, message.bank)
    else if (message.kind === 'volume') synth.setVolume(message.volume)
    else if (message.kind === 'level') synth.setLevel(message.level)
    else if (message.kind === 'room') synth.setRoom(message.room)
    else if (message.kind === 'silence') synth.silence()
    else this.ended = true
  }

  private addBank(id: string, bank: ArrayBuffer): void {
    try {
      this.synth.addBank(id, SoundBankLoader.fromArrayBuffer(bank))
    } catch (error) {
      const report: WorkletReport = { id, reason: messageOf(error) }
      this.port.postMessage(report)
    }
  }

  /** @param seconds time on the audio clock */
  private frameAt(seconds: number): number {
    return Math.round(seconds * sampleRate) - this.origin
  }
}

registerProcessor('fretwork-synth', SynthProcessor)
