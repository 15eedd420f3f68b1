import { afterEach, describe, expect, it, vi } from 'vitest'
import { formats, startEncoding } from '../../../src/plugins/audio-export/ui/audio-encoders.js'

afterEach(() => vi.unstubAllGlobals())

describe('audio encoders of the browser', () => {
  it.each([
    [
      ['mp4a.40.2', 'opus'],
      ['wav', 'm4a'],
    ],
    [['opus'], ['wav', 'webm']],
    [[], ['wav']],
  ] as const)('with the encoders %j, the formats are %j', async (codecs, expected) => {
    expect(await formats()).toEqual(['wav'])
    const isConfigSupported = async ({ codec }: { codec: string }) => ({
      supported: (codecs as readonly string[]).includes(codec),
    })
    vi.stubGlobal('AudioEncoder', { isConfigSupported })
    expect(await formats()).toEqual(expected)
  })

  it('WAV files start with their length', async () => {
    const encoding = await startEncoding('wav')
    expect(encoding.sampleRate).toBe(44_100)
    for (let part = 0; part < 3; part += 1) encoding.write(new Float32Array(100), new Float32Array(100))
    const bytes = Buffer.from(await (await encoding.end()).arrayBuffer())
    expect([bytes.length, bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([1244, 1236, 1200])
  })
})
