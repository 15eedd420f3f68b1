import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLiveSynth } from '../../../src/plugins/sound/ui/live-synth.js'
import { browserSoundPage } from '../../../src/plugins/sound/ui/sound-page.js'

class FakeAudio extends EventTarget {
  state = 'running'
  readonly currentTime = 0
  readonly audioWorklet = { addModule: async () => undefined }
  readonly close = vi.fn(async () => undefined)

  async resume() {
    this.change('running')
  }

  change(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

const options = () => ({
  ...{ latency: 'interactive' as const, now: () => 0, ownInstrument: () => undefined },
  ...{ onLoading: vi.fn(), onFailed: vi.fn() },
})

async function started() {
  const node = {
    port: { postMessage: () => undefined, onmessage: (_: unknown): void => undefined },
    onprocessorerror: (): void => undefined,
    connect: () => undefined,
  }
  vi.stubGlobal(
    'AudioWorkletNode',
    vi.fn(function create() {
      return node
    }),
  )
  const audio = new FakeAudio()
  const reports = options()
  const synth = await createLiveSynth(audio as unknown as AudioContext, reports)
  return { audio, node, reports, synth }
}

afterEach(() => vi.unstubAllGlobals())

describe('audio thread', () => {
  it('a synthesizer that fails in the audio thread is reported', async () => {
    const { node, reports } = await started()
    node.onprocessorerror()
    expect(reports.onFailed).toHaveBeenCalledOnce()
  })

  it('an instrument for which the audio thread has no memory is reported as missing', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => new Blob() }))
    vi.stubGlobal('Worker', undefined)
    const { node, reports, synth } = await started()
    synth.need({ program: 24 })
    await vi.waitFor(() => expect(reports.onLoading).toHaveBeenCalledTimes(2))
    node.port.onmessage({ data: { id: '0 program 24', reason: 'Array buffer allocation failed' } })
    expect(reports.onLoading.mock.lastCall?.[0].missing).toMatchObject([
      { patch: { program: 24 }, error: 'Array buffer allocation failed' },
    ])
  })

  it.each(['suspended', 'interrupted'])('audio that the browser has %s resumes when woken', async state => {
    const { audio, synth } = await started()
    const changed = vi.fn()
    synth.onAwakeChange(changed)
    audio.change(state)
    expect([synth.awake, changed.mock.calls.length]).toEqual([false, 1])
    synth.wake()
    await vi.waitFor(() => expect(synth.awake).toBe(true))
  })
})

describe('starting audio in the browser', () => {
  const start = (audio: unknown) => {
    vi.stubGlobal('AudioContext', audio)
    vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
    return browserSoundPage().createSynth(options())
  }

  it('fails with the browser’s reason if it refuses audio', async () => {
    const refusing = class {
      constructor() {
        throw new Error('The number of hardware contexts is at its limit.')
      }
    }
    await expect(start(refusing)).rejects.toThrow('hardware contexts')
  })

  it('closes its audio again if the audio thread’s code can’t be loaded', async () => {
    const close = vi.fn(async () => undefined)
    const broken = class extends FakeAudio {
      override readonly audioWorklet = {
        addModule: () => Promise.reject(new Error('Unable to load a worklet’s module.')),
      }
      override readonly close = close
    }
    await expect(start(broken)).rejects.toThrow('worklet')
    expect(close).toHaveBeenCalledOnce()
  })
})
