import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Arrangement } from '../../../src/plugins/sound/synthesis/arrangement.js'
import { browserAudioPage } from '../../../src/plugins/sound/ui/audio-page.js'

const PIANO: Arrangement = { messages: [], drums: new Map(), patches: [{ program: 0 }], endMs: 0 }

const render = (signal = new AbortController().signal) =>
  browserAudioPage().render(PIANO, {
    signal,
    sampleRate: 44_100,
    write: () => undefined,
    onProgress: () => undefined,
    ownInstrument: () => undefined,
  })

afterEach(() => vi.unstubAllGlobals())

describe('rendering in the browser', () => {
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
})
