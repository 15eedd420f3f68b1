/** Reports of the audio thread: when it becomes audible, and how many voices play. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface SoundProbe {
  clickedAt: number
  /** Ends of silence: output times without the output latency, ms. */
  readonly starts: number[]
  voices: number
  context?: AudioContext & { readonly playbackStats: { readonly underrunEvents: number } }
}

declare global {
  var soundProbe: SoundProbe
}

const IN_AUDIO_THREAD = `
const register = registerProcessor
globalThis.registerProcessor = (name, Processor) => register(name, class extends Processor {
  silent = Infinity
  process(inputs, outputs, parameters) {
    const isAlive = super.process(inputs, outputs, parameters)
    const start = outputs[0][0].findIndex(sample => Math.abs(sample) > 1e-4)
    if (start >= 0 && this.silent > 10) this.port.postMessage({ probe: { start: currentTime + start / sampleRate } })
    this.silent = start < 0 ? this.silent + 1 : 0
    if (currentFrame % 12_800 === 0) this.port.postMessage({ probe: { voices: this.synth.processor.voiceCount } })
    return isAlive
  }
})
`

/** Copies the built app with a probe in its audio thread. */
export function copyWithProbe(app: string, folder: string): void {
  cpSync(app, folder, { recursive: true, dereference: true })
  for (const file of readdirSync(join(folder, 'assets')).filter(name => name.startsWith('synth.worklet-'))) {
    const path = join(folder, 'assets', file)
    if (file.endsWith('.js')) writeFileSync(path, `{${IN_AUDIO_THREAD}}${readFileSync(path, 'utf8')}`)
    else rmSync(path)
  }
}

/** Runs in the page before its own code. */
export function listenToProbe(settings: Readonly<Record<string, object>>): void {
  for (const [key, value] of Object.entries({ ...settings, fretworkWelcome: { done: 3 } }))
    localStorage.setItem(key, JSON.stringify({ version: '1', ...value }))
  const timeOf = (seconds: number, context: AudioContext) => {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    return performanceTime + 1000 * (seconds - contextTime - context.baseLatency - context.outputLatency)
  }
  const probe: SoundProbe = { clickedAt: 0, starts: [], voices: 0 }
  globalThis.soundProbe = probe
  addEventListener('pointerdown', event => (probe.clickedAt ||= event.timeStamp), { capture: true })
  globalThis.AudioWorkletNode = class extends AudioWorkletNode {
    constructor(...given: ConstructorParameters<typeof AudioWorkletNode>) {
      super(...given)
      probe.context = given[0] as NonNullable<SoundProbe['context']>
      this.port.addEventListener('message', event => {
        const { start, voices } = event.data.probe ?? {}
        if (voices !== undefined) probe.voices = voices
        if (start !== undefined) probe.starts.push(timeOf(start, given[0] as AudioContext))
        if (event.data.probe) event.stopImmediatePropagation()
      })
      this.port.start()
    }
  }
}
