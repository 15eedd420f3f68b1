/** Sends one channel of the audio input to the worker. Runs in the audio thread. */
import type { CapturedAudio, CaptureMessage } from './capture-page.js'

/** TypeScript has no types for the audio thread. */
declare const currentFrame: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void

/** Samples per message, about 10 ms. */
const SENT = 512

class CaptureProcessor extends AudioWorkletProcessor {
  private samples = new Float32Array(SENT)
  private filled = 0
  private channel = 0
  private worker: MessagePort | undefined
  private ended = false

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => {
      if (data === 'end') this.ended = true
      else if (typeof data === 'number') this.channel = data
      else this.worker = data
    }
  }

  process([input = []]: readonly (readonly Float32Array[])[]): boolean {
    const heard = input[Math.min(this.channel, input.length - 1)]
    if (heard) this.append(heard, input.length)
    return !this.ended
  }

  private append(heard: Float32Array, channels: number): void {
    this.samples.set(heard, this.filled)
    this.filled += heard.length
    if (this.filled < SENT) return
    const { samples } = this
    const message: CapturedAudio = { samples, channels, endFrame: currentFrame + heard.length }
    this.worker?.postMessage(message, [samples.buffer])
    this.samples = new Float32Array(SENT)
    this.filled = 0
  }
}

registerProcessor('fretwork-capture', CaptureProcessor)
