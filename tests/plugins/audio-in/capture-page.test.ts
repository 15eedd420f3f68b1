import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserCapturePage } from '../../../src/plugins/audio-in/ui/capture-page.js'

class FakeTrack extends EventTarget {
  muted = false
  label = 'USB interface'
  settings: Record<string, unknown> = { deviceId: 'usb', sampleRate: 48_000, latency: 0.02 }
  stop = vi.fn()
  getSettings = () => this.settings
}

class FakeAudio extends EventTarget {
  static loading: () => Promise<void>
  readonly audioWorklet = { addModule: () => FakeAudio.loading() }
  state = 'running'
  sampleRate: number
  close = vi.fn(async () => undefined)
  resume = async () => undefined
  createMediaStreamSource = () => ({ connect: () => ({ connect: () => undefined }) })
  constructor({ sampleRate = 44_100 }: { readonly sampleRate?: number }) {
    super()
    this.sampleRate = sampleRate
    audios.push(this)
  }
}

let audios: FakeAudio[] = []
let track = new FakeTrack()
const terminate = vi.fn()
const getUserMedia = vi.fn()
const query = vi.fn()
const options = { device: '', channel: 1, open: [64, 59, 55, 50, 45, 40], tunes: false }
const listener = () => ({ onReport: vi.fn(), onEnded: vi.fn(), onChange: vi.fn(), onFailed: vi.fn() })
const posted: unknown[] = []

beforeEach(() => {
  audios = []
  posted.length = 0
  track = new FakeTrack()
  FakeAudio.loading = async () => undefined
  terminate.mockClear()
  getUserMedia.mockReset().mockImplementation(async () => ({
    getAudioTracks: () => [track],
    getTracks: () => [track],
  }))
  const enumerateDevices = async () => [
    { kind: 'audioinput', deviceId: 'default', label: 'Default - USB interface' },
    { kind: 'audioinput', deviceId: 'usb', label: 'USB interface' },
    { kind: 'audiooutput', deviceId: 'loud', label: 'Loudspeakers' },
    { kind: 'audioinput', deviceId: '', label: '' },
  ]
  vi.stubGlobal('navigator', {
    mediaDevices: Object.assign(new EventTarget(), { getUserMedia, enumerateDevices }),
    permissions: { query },
  })
  vi.stubGlobal('AudioContext', FakeAudio)
  class Node {
    readonly port = { postMessage: (message: unknown) => posted.push(message) }
  }
  vi.stubGlobal('AudioWorkletNode', Node)
  vi.stubGlobal('window', { AudioWorkletNode: Node })
  class FakeWorker extends EventTarget {
    terminate = terminate
    postMessage = () => undefined
  }
  vi.stubGlobal('Worker', FakeWorker)
})

afterEach(() => vi.unstubAllGlobals())

function page() {
  const made = browserCapturePage(() => 0)
  if (!made) throw new Error('This browser has no microphone.')
  return made
}

describe('capture in the browser', () => {
  it('voice processing is off, all channels are requested, and the context has the rate of the input', async () => {
    const capture = await page().open(options, listener())
    expect(getUserMedia.mock.lastCall?.[0].audio).toEqual({
      ...{ echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      channelCount: { ideal: 8 },
    })
    expect([audios[0]?.sampleRate, posted.at(-1)]).toEqual([48_000, 1])
    expect(capture.facts()).toEqual({
      device: { id: 'usb', label: 'USB interface' },
      ...{ sampleRate: 48_000, latencyMs: 20, isProcessed: false },
    })
  })

  it('only the chosen device is opened', async () => {
    await page().open({ ...options, device: 'usb' }, listener())
    expect(getUserMedia.mock.lastCall?.[0].audio.deviceId).toEqual({ exact: 'usb' })
  })

  it('processing that the browser keeps on, and unknown settings are reported', async () => {
    track.settings = { autoGainControl: true }
    const capture = await page().open(options, listener())
    expect(capture.facts()).toMatchObject({ isProcessed: true, sampleRate: undefined, latencyMs: undefined })
    expect(audios[0]?.sampleRate).toBe(44_100)
  })

  it('a track that ends, mutes or pauses is reported until the input is closed', async () => {
    const reports = listener()
    const capture = await page().open(options, reports)
    track.muted = true
    track.dispatchEvent(new Event('mute'))
    expect(capture.problem).toBe('audio_muted')
    track.muted = false
    const [audio = new FakeAudio({})] = audios
    audio.state = 'interrupted'
    audio.dispatchEvent(new Event('statechange'))
    expect([capture.problem, reports.onChange.mock.calls.length]).toEqual(['audio_waits', 2])
    track.dispatchEvent(new Event('ended'))
    capture.dispose()
    track.dispatchEvent(new Event('ended'))
    expect(reports.onEnded).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(terminate).toHaveBeenCalledOnce())
    expect([track.stop, audios[0]?.close].map(call => call?.mock.calls.length)).toEqual([1, 1])
    expect([posted.at(-1), reports.onFailed.mock.calls]).toEqual(['end', []])
  })

  it('the microphone is released if audio can’t start', async () => {
    FakeAudio.loading = () => Promise.reject(new Error('offline'))
    await expect(page().open(options, listener())).rejects.toThrow('offline')
    expect([track.stop, audios[0]?.close].map(call => call?.mock.calls.length)).toEqual([1, 1])
  })

  it('named inputs are listed without the duplicate of the default one', async () => {
    expect(await page().devices()).toEqual([{ id: 'usb', label: 'USB interface' }])
  })

  it('a permission counts as blocked only if the browser says so', async () => {
    query.mockResolvedValueOnce({ state: 'denied' }).mockResolvedValueOnce({ state: 'prompt' })
    query.mockRejectedValueOnce(new TypeError('unknown permission'))
    const blocked = [await page().isBlocked(), await page().isBlocked(), await page().isBlocked()]
    expect(blocked).toEqual([true, false, false])
  })

  it('insecure pages have no microphone', () => {
    vi.stubGlobal('navigator', {})
    expect(browserCapturePage(() => 0)).toBeUndefined()
  })
})
