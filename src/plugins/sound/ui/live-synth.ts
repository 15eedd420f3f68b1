import { Context, connect, getDestination, setContext } from 'tone'
import { disposable } from '../../../core/platform/store.js'
import { callWorker } from '../../../core/platform/worker-call.js'
import { gainOf, type LiveSynth, type SynthOptions } from '../synth.js'
import type { Room } from '../synthesis/stereo-synth.js'
import { chooseDevice } from './audio-devices.js'
import { createBankLoader, fetchBank, startBanksWorker } from './bank-loader.js'
import type { BanksWork } from './banks.worker.js'
import workletUrl from './synth.worklet.ts?worker&url'

/** Times are in seconds on the audio clock. */
export type WorkletMessage =
  | {
      readonly kind: 'send'
      readonly channel: number
      readonly bytes: readonly number[]
      readonly seconds: number
    }
  | { readonly kind: 'drums'; readonly channel: number; readonly drums: boolean }
  | { readonly kind: 'bank'; readonly id: string; readonly bank: ArrayBuffer }
  | { readonly kind: 'volume'; readonly volume: number }
  | { readonly kind: 'level'; readonly level: number }
  | { readonly kind: 'room'; readonly room: Room }
  | { readonly kind: 'silence' | 'end' }

/** Reports a bank that the audio thread can’t use. */
export interface WorkletReport {
  readonly id: string
  readonly reason: string
}

const FAILED = 'The audio thread has failed.'

/** Failing to suspend audio is harmless. Failing to resume leaves the state `suspended`. */
const ignore = () => undefined

/** A worker that has run out of memory may never answer. */
const DECODING = {
  idleMs: 10_000,
  limit: { seconds: 60, error: () => new Error('The instrument could not be decoded in time.') },
}

/** Decodes one bank at a time. */
function createBankWorker() {
  let last: Promise<unknown> = Promise.resolve()
  return (call: (work: BanksWork) => Promise<ArrayBuffer>): Promise<ArrayBuffer> => {
    const mine = last.then(() => callWorker(startBanksWorker, call, DECODING))
    last = mine.catch(ignore)
    return mine
  }
}

/**
 * Loads the synthesizer into the audio thread, which may still be suspended.
 * @returns a function that starts it
 */
export async function loadSynth(audio: AudioContext): Promise<(options: SynthOptions) => LiveSynth> {
  // Tone.js's own timer would wake the page twenty times per second.
  const context = new Context({ context: audio, clockSource: 'offline' })
  setContext(context, true)
  await context.addAudioWorkletModule(workletUrl)
  const node = context.createAudioWorkletNode('fretwork-synth', {
    numberOfInputs: 0,
    outputChannelCount: [2],
  })
  connect(node, getDestination())
  let hasFailed = false
  node.onprocessorerror = () => {
    hasFailed = true
  }
  return options => {
    if (hasFailed) throw new Error(FAILED)
    return createLiveSynth({ audio, context, node }, options)
  }
}

function createLiveSynth(
  { audio, context, node }: { audio: AudioContext; context: Context; node: AudioWorkletNode },
  { now, onLoading, onFailed, ownInstrument }: SynthOptions,
): LiveSynth {
  const post = (message: WorkletMessage, transfer: Transferable[] = []) =>
    node.port.postMessage(message, transfer)
  const seconds = createAudioTime(now, () => context.currentTime)
  const rest = () => {
    if (audio.state === 'running') audio.suspend().catch(ignore)
  }
  const inWorker = createBankWorker()
  const banks = createBankLoader({
    async load(patch, as) {
      const file = await (ownInstrument(patch) ?? fetchBank(patch))
      return await inWorker(work => work.decode(file, as === patch ? undefined : as.program))
    },
    add: (id, bank) => post({ kind: 'bank', id, bank }, [bank]),
    now,
    onLoading,
  })
  node.port.onmessage = ({ data }: MessageEvent<WorkletReport>) => banks.lose(data.id, data.reason)
  node.onprocessorerror = () => onFailed(new Error(FAILED))
  return {
    send: (channel, bytes, atMs) => post({ kind: 'send', channel, bytes, seconds: seconds(atMs) }),
    setDrums: (channel, drums) => post({ kind: 'drums', channel, drums }),
    need: banks.need,
    ...{ retry: banks.retry, reload: banks.reload },
    silence: () => post({ kind: 'silence' }),
    setVolume: (volume, muted) => post({ kind: 'volume', volume: muted ? 0 : gainOf(volume) }),
    setLevel: level => post({ kind: 'level', level }),
    setRoom: room => post({ kind: 'room', room }),
    setDevice: id => chooseDevice(audio, id),
    latencyMs: () => 1000 * (audio.baseLatency + (audio.outputLatency || 0)),
    wake: () => void context.resume().catch(ignore),
    rest,
    get awake() {
      return context.state === 'running'
    },
    onAwakeChange(listener) {
      context.on('statechange', listener)
      return disposable(() => void context.off('statechange', listener))
    },
    dispose() {
      post({ kind: 'end' })
      node.disconnect()
      audio.close().catch(ignore)
    },
  }
}

/** A larger clock jump, in seconds, means that audio was suspended. */
const JUMP_S = 0.1
/** Maximum clock drift in seconds per second, ten times that of a quartz clock. */
const DRIFT = 0.001

/**
 * Converts application time in ms to audio time in seconds, never in the past.
 * The audio clock advances in steps of 3 to 40 ms, so a reading may be up to one
 * step late. Using the earliest reading keeps the timing between notes exact.
 */
export function createAudioTime(now: () => number, currentTime: () => number): (ms: number) => number {
  let offset = Number.NEGATIVE_INFINITY
  let readAt = 0
  /** Latest message so far. */
  let last = { ms: Number.NEGATIVE_INFINITY, seconds: Number.NEGATIVE_INFINITY }

  return ms => {
    const nowS = now() / 1000
    const read = currentTime()
    const measured = read - nowS
    const drifted = offset - Math.max(0, nowS - readAt) * DRIFT
    offset = Math.abs(measured - drifted) > JUMP_S ? measured : Math.max(measured, drifted)
    readAt = nowS
    const seconds = Math.max(read, offset + ms / 1000)
    if (ms < last.ms) return seconds
    // A note-off must not precede its note-on.
    last = { ms, seconds: Math.max(seconds, last.seconds) }
    return last.seconds
  }
}
