import { type Disposable, disposable } from '../../../core/platform/store.js'
import { callWorker, proxy, transfer } from '../../../core/platform/worker-call.js'
import { AudioClock } from '../audio-clock.js'
import type { Capture, CaptureListener, CaptureOptions, CapturePage, InputFacts } from '../capture.js'
import type { AudioDevice, ExpectedChord } from '../tokens.js'
import workletUrl from './capture.worklet.ts?worker&url'
import type { ListenWork, WorkerReport } from './listen.worker.js'

/** To the audio thread: the channel from 0, or the port to the worker. */
export type CaptureMessage = number | MessagePort | 'end'

export interface CapturedAudio {
  readonly samples: Float32Array<ArrayBuffer>
  readonly channels: number
  /** Frame of the audio clock after the last sample. */
  readonly endFrame: number
}

/** Activation triggering input events (HTML Standard). */
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'keydown', 'click'] as const

/** Requested number of channels. Browsers reduce it to the channels of the input. */
const CHANNELS = { ideal: 8 }

/** Voice processing removes long notes. */
const PLAIN = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }

/** Every browser supports up to this sample rate, Hz (Web Audio API). */
const HIGHEST_RATE = 96_000

const ALLOWED_MS = 500

const startWorker = () =>
  new Worker(new URL('./listen.worker.ts', import.meta.url), { type: 'module', name: 'guitar listener' })

export function browserCapturePage(now: () => number): CapturePage | undefined {
  if (!navigator.mediaDevices || !('AudioWorkletNode' in window)) return undefined
  return {
    devices: listDevices,
    onDevices(run) {
      navigator.mediaDevices.addEventListener('devicechange', run)
      return disposable(() => navigator.mediaDevices.removeEventListener('devicechange', run))
    },
    onTouch(run) {
      for (const type of TOUCHES) window.addEventListener(type, run, { capture: true })
      return disposable(() => {
        for (const type of TOUCHES) window.removeEventListener(type, run, { capture: true })
      })
    },
    async isBlocked() {
      try {
        const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName })
        return state === 'denied'
      } catch {
        // Older browsers can’t query this permission.
        return false
      }
    },
    open: (options, listener) => openCapture(options, listener, now),
  }
}

async function listDevices(): Promise<readonly AudioDevice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && label !== '' && deviceId !== 'default')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}

async function openCapture(
  { device, channel, open, tunes }: CaptureOptions,
  listener: CaptureListener,
  now: () => number,
): Promise<Capture> {
  const chosen = device === '' ? {} : { deviceId: { exact: device } }
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { ...PLAIN, channelCount: CHANNELS, ...chosen },
  })
  const stopTracks = disposable(() => {
    for (const track of stream.getTracks()) track.stop()
  })
  const [track] = stream.getAudioTracks()
  const { sampleRate } = track?.getSettings() ?? {}
  let audio: AudioContext | undefined
  try {
    if (!track) throw new DOMException('The input has no audio.', 'NotFoundError')
    // Firefox requires the sample rate of the input.
    audio = new AudioContext({
      latencyHint: 'interactive',
      ...(sampleRate && sampleRate <= HIGHEST_RATE && { sampleRate }),
    })
    await audio.audioWorklet.addModule(workletUrl)
    // Without permission, browsers never settle the promise.
    await Promise.race([audio.resume(), new Promise(resolve => setTimeout(resolve, ALLOWED_MS))])
    return listen({ audio, stream, track }, { channel, open, tunes }, listener, { now, stopTracks })
  } catch (error) {
    stopTracks.dispose()
    await audio?.close()
    throw error
  }
}

interface Opened {
  readonly audio: AudioContext
  readonly stream: MediaStream
  readonly track: MediaStreamTrack
}

function listen(
  { audio, stream, track }: Opened,
  { channel, open, tunes }: Omit<CaptureOptions, 'device'>,
  listener: CaptureListener,
  { now, stopTracks }: { readonly now: () => number; readonly stopTracks: Disposable },
): Capture {
  const node = new AudioWorkletNode(audio, 'fretwork-capture', {
    ...{ numberOfInputs: 1, numberOfOutputs: 1, channelCountMode: 'max' },
    channelInterpretation: 'discrete',
  })
  const ending = new AbortController()
  const { signal } = ending
  const post = (message: CaptureMessage, moved: Transferable[] = []) => node.port.postMessage(message, moved)
  const { port1, port2 } = new MessageChannel()
  post(port1, [port1])
  post(channel)
  // Its silent output keeps the node running.
  audio.createMediaStreamSource(stream).connect(node).connect(audio.destination)
  node.onprocessorerror = () => listener.onFailed(new Error('The audio thread has failed.'))
  const clock = new AudioClock()
  const report = ({ heard, peak, channels, end, tuned }: WorkerReport) => {
    clock.observe(end, now())
    listener.onReport({
      ...{ peak, channels },
      heard: heard.map(each => ({ ...each, atMs: clock.toMs(each.audioTime) })),
      ...(tuned && { tuned: { ...tuned, atMs: clock.toMs(end) } }),
    })
  }
  const inSeconds = ({ atMs, notes }: ExpectedChord) => ({
    at: atMs === undefined ? undefined : clock.toSeconds(atMs),
    notes,
  })
  let worker: ListenWork | undefined
  const job = transfer({ port: port2, sampleRate: audio.sampleRate, open, tunes }, [port2])
  callWorker(
    startWorker,
    (work: ListenWork) => {
      worker = work
      return work.listen(job, proxy(report))
    },
    { signal },
  ).catch((error: unknown) => {
    if (!signal.aborted) listener.onFailed(error)
  })
  for (const type of ['mute', 'unmute']) track.addEventListener(type, listener.onChange, { signal })
  track.addEventListener('ended', listener.onEnded, { signal })
  audio.addEventListener('statechange', listener.onChange, { signal })
  return {
    facts: () => factsOf(track),
    get problem() {
      if (track.muted) return 'audio_muted'
      return audio.state === 'running' ? undefined : 'audio_waits'
    },
    resume: () => void audio.resume().catch(() => undefined),
    change({ channel: chosen, expected, ...changed }) {
      if (chosen !== undefined) post(chosen)
      if (Object.keys(changed).length > 0) void worker?.change(changed)
      if (expected) void worker?.expect(expected.map(inSeconds))
    },
    dispose() {
      ending.abort()
      post('end')
      stopTracks.dispose()
      void audio.close()
    },
  }
}

function factsOf(track: MediaStreamTrack): InputFacts {
  const {
    deviceId = '',
    sampleRate,
    latency,
    ...settings
  } = track.getSettings() as MediaTrackSettings & {
    latency?: number
  }
  return {
    device: { id: deviceId, label: track.label },
    sampleRate,
    latencyMs: latency === undefined ? undefined : 1000 * latency,
    isProcessed: Object.keys(PLAIN).some(name => settings[name as keyof typeof PLAIN] === true),
  }
}
