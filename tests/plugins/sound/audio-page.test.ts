import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Arrangement } from '../../../src/plugins/sound/synthesis/arrangement.js'
import { startEncoding } from '../../../src/plugins/sound/ui/audio-encoders.js'
import { browserAudioPage } from '../../../src/plugins/sound/ui/audio-page.js'

const PIANO: Arrangement = { messages: [], drums: new Map(), patches: [{ program: 0 }], endMs: 0 }

const render = (signal = new AbortController().signal) =>
  browserAudioPage().render(PIANO, 'wav', {
    signal,
    onProgress: () => undefined,
    ownInstrument: () => undefined,
  })

afterEach(() => vi.unstubAllGlobals())

describe('audio export in the browser', () => {
  it('an instrument that can’t be loaded ends the export with its reason', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: false, url: '/assets/gm.sf3', status: 404 }))
    await expect(render()).rejects.toMatchObject({
      code: 'audio_instrument_missing',
      message:
        'Couldn’t load an instrument (/assets/gm.sf3 returned 404). Check your connection and try again.',
    })
  })

  it('canceling while an instrument loads rejects with the cancellation', async () => {
    const ending = new AbortController()
    vi.stubGlobal('fetch', async () => {
      ending.abort(new Error('canceled'))
      throw new TypeError('network')
    })
    await expect(render(ending.signal)).rejects.toThrow('canceled')
  })

  it.each([
    [
      ['mp4a.40.2', 'opus'],
      ['wav', 'm4a'],
    ],
    [['opus'], ['wav', 'webm']],
    [[], ['wav']],
  ] as const)('with the encoders %j, the formats are %j', async (codecs, formats) => {
    expect(await browserAudioPage().formats()).toEqual(['wav'])
    const isConfigSupported = async ({ codec }: { codec: string }) => ({
      supported: (codecs as readonly string[]).includes(codec),
    })
    vi.stubGlobal('AudioEncoder', { isConfigSupported })
    expect(await browserAudioPage().formats()).toEqual(formats)
  })

  it('WAV files start with their length', async () => {
    const encoding = await startEncoding('wav')
    expect(encoding.sampleRate).toBe(44_100)
    for (let part = 0; part < 3; part += 1) encoding.add(new Float32Array(100), new Float32Array(100))
    const bytes = Buffer.from(await (await encoding.end()).arrayBuffer())
    expect([bytes.length, bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([1244, 1236, 1200])
  })
})
