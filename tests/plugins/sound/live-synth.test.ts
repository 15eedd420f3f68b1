import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadSynth } from '../../../src/plugins/sound/ui/live-synth.js'
import { browserSoundPage } from '../../../src/plugins/sound/ui/sound-page.js'

/** Tone.js context of a fake audio context, and the node in its audio thread. */
const tone = vi.hoisted(() => ({
  state: 'running',
  listeners: new Set<() => void>(),
  loading: async (): Promise<void> => undefined,
  node: {
    port: { postMessage: (_: unknown): void => undefined, onmessage: (_: unknown): void => undefined },
    onprocessorerror: (): void => undefined,
    disconnect: (): void => undefined,
  },
}))

vi.mock('tone', () => ({
  Context: class {
    currentTime = 0
    addAudioWorkletModule = () => tone.loading()
    createAudioWorkletNode = () => tone.node
    resume = async () => {
      tone.state = 'running'
    }
    on = (_: string, listener: () => void) => tone.listeners.add(listener)
    off = (_: string, listener: () => void) => tone.listeners.delete(listener)
    get state() {
      return tone.state
    }
  },
  setContext: () => undefined,
  connect: () => undefined,
  getDestination: () => undefined,
}))

const audio = () => ({
  state: tone.state,
  close: vi.fn(async () => undefined),
  resume: async () => undefined,
  suspend: vi.fn(async () => undefined),
})
const started = async (reports = options()) => (await loadSynth(audio() as unknown as AudioContext))(reports)
const options = () => ({
  ...{ latency: 'interactive' as const, now: () => 0, ownInstrument: () => undefined },
  ...{ onLoading: vi.fn(), onFailed: vi.fn() },
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  tone.state = 'running'
  tone.loading = async () => undefined
})

describe('audio thread', () => {
  it('a synthesizer that fails in the audio thread is reported', async () => {
    const reports = options()
    await started(reports)
    tone.node.onprocessorerror()
    expect(reports.onFailed).toHaveBeenCalledOnce()
  })

  it('an instrument for which the audio thread has no memory is reported as missing', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => new Blob() }))
    vi.stubGlobal('Worker', undefined)
    const reports = options()
    const synth = await started(reports)
    synth.need({ program: 24 })
    await vi.waitFor(() => expect(reports.onLoading).toHaveBeenCalledTimes(2))
    tone.node.port.onmessage({ data: { id: '0 program 24', reason: 'Array buffer allocation failed' } })
    expect(reports.onLoading.mock.lastCall?.[0].missing).toMatchObject([
      { patch: { program: 24 }, error: 'Array buffer allocation failed' },
    ])
  })

  it.each(['suspended', 'interrupted'])('audio that the browser has %s resumes when woken', async state => {
    const synth = await started()
    const changed = vi.fn()
    synth.onAwakeChange(changed)
    tone.state = state
    for (const listener of tone.listeners) listener()
    expect([synth.awake, changed.mock.calls.length]).toEqual([false, 1])
    synth.wake()
    await vi.waitFor(() => expect(synth.awake).toBe(true))
  })
})

describe('starting audio in the browser', () => {
  const withAudio = (AudioContext: unknown) => {
    vi.stubGlobal('AudioContext', AudioContext)
    vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
    return browserSoundPage()
  }
  const page = (AudioContext: unknown) => withAudio(AudioContext).createSynth(options())

  it('fails with the browser’s reason if it refuses audio', async () => {
    const refusing = class {
      constructor() {
        throw new Error('The number of hardware contexts is at its limit.')
      }
    }
    await expect(page(refusing)).rejects.toThrow('hardware contexts')
  })

  it.each([
    ['is used by the first click', 'interactive', 1],
    ['is closed if the latency setting has changed', 'balanced', 2],
  ] as const)('audio that is prepared while the browser is idle %s', async (_, latency, opened) => {
    const made: ReturnType<typeof audio>[] = []
    const sound = withAudio(
      vi.fn(function fake() {
        made.push(audio())
        return made.at(-1)
      }),
    )
    vi.stubEnv('PROD', true)
    vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve() } })
    void sound.prepare(latency)
    await vi.waitFor(() => expect(made[0]?.suspend).toHaveBeenCalledOnce())
    await sound.createSynth(options())
    expect([made.length, made[0]?.close.mock.calls.length]).toEqual([opened, opened - 1])
  })

  it('audio whose preparation has failed is opened again by the first click', async () => {
    tone.loading = () => Promise.reject(new Error('Unable to load a worklet’s module.'))
    const opening = vi.fn(function fake() {
      return audio()
    })
    const sound = withAudio(opening)
    vi.stubEnv('PROD', true)
    vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve() } })
    void sound.prepare('interactive')
    await vi.waitFor(() => expect(opening).toHaveBeenCalledOnce())
    await new Promise(resolve => setTimeout(resolve))
    tone.loading = async () => undefined
    await sound.createSynth(options())
    expect(opening).toHaveBeenCalledTimes(2)
  })

  it('closes its audio again if the audio thread’s code can’t be loaded', async () => {
    const made = audio()
    tone.loading = () => Promise.reject(new Error('Unable to load a worklet’s module.'))
    await expect(
      page(
        vi.fn(function fake() {
          return made
        }),
      ),
    ).rejects.toThrow('worklet')
    expect(made.close).toHaveBeenCalledOnce()
  })
})
