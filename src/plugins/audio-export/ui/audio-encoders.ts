import { SAMPLE_RATE, samplesOf, wavHeader } from '../../../music/song/wav-file.js'
import type { AudioFormat } from '../index.js'
import type { AudioEncoding } from '../song-export.js'

const STEREO = { sampleRate: 48_000, numberOfChannels: 2, bitrate: 192_000 }

/** Codecs by container, preferred ones first. */
export const CODECS = {
  m4a: { ...STEREO, codec: 'mp4a.40.2' },
  webm: { ...STEREO, codec: 'opus' },
} as const

export type CodecFormat = keyof typeof CODECS

export async function formats(): Promise<readonly AudioFormat[]> {
  for (const format of Object.keys(CODECS) as CodecFormat[])
    if (await isSupported(format)) return ['wav', format]
  return ['wav']
}

async function isSupported(format: CodecFormat): Promise<boolean> {
  if (!('AudioEncoder' in globalThis)) return false
  const answer = await AudioEncoder.isConfigSupported(CODECS[format]).catch(() => undefined)
  return answer?.supported === true
}

export async function startEncoding(format: AudioFormat): Promise<AudioEncoding> {
  if (format === 'wav') return startWav()
  const { startCodec } = await import('./codec-encoding.js')
  return startCodec(format, CODECS[format])
}

/** Number of accumulated bytes after which samples move to a blob, which browsers store on disk. */
const KEPT_BYTES = 16 * 1024 * 1024

function startWav(): AudioEncoding {
  let saved = new Blob()
  let chunks: Int16Array<ArrayBuffer>[] = []
  let kept = 0
  return {
    sampleRate: SAMPLE_RATE,
    write(left, right) {
      const chunk = samplesOf(left, right)
      chunks.push(chunk)
      kept += chunk.byteLength
      if (kept < KEPT_BYTES) return
      saved = new Blob([saved, ...chunks])
      chunks = []
      kept = 0
    },
    end: async () => new Blob([wavHeader(saved.size + kept), saved, ...chunks]),
  }
}
