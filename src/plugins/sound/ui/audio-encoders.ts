import type { AudioFormat } from '../settings.js'
import { SAMPLE_RATE, samplesOf, wavHeader } from '../synthesis/wav.js'

export interface AudioEncoding {
  readonly sampleRate: number
  /** Copies the samples. */
  add(left: Float32Array, right: Float32Array): Promise<void> | undefined
  end(): Promise<Blob>
}

const STEREO = { sampleRate: 48_000, numberOfChannels: 2, bitrate: 192_000 }

/** Codecs by container, preferred ones first. */
export const CODECS = {
  m4a: { ...STEREO, codec: 'mp4a.40.2' },
  webm: { ...STEREO, codec: 'opus' },
} as const

export type CodecFormat = keyof typeof CODECS

export async function startEncoding(format: AudioFormat): Promise<AudioEncoding> {
  if (format === 'wav') return startWav()
  const { startCodec } = await import('./codec-encoding.js')
  return startCodec(format, CODECS[format])
}

/** Samples are moved to a blob, which browsers store on disk, whenever this many bytes have accumulated. */
const KEPT_BYTES = 16 * 1024 * 1024

function startWav(): AudioEncoding {
  let saved = new Blob()
  let chunks: Int16Array<ArrayBuffer>[] = []
  let kept = 0
  return {
    sampleRate: SAMPLE_RATE,
    add(left, right) {
      const chunk = samplesOf(left, right)
      chunks.push(chunk)
      kept += chunk.byteLength
      if (kept < KEPT_BYTES) return undefined
      saved = new Blob([saved, ...chunks])
      chunks = []
      kept = 0
      return undefined
    },
    async end() {
      return new Blob([wavHeader(saved.size + kept), saved, ...chunks])
    },
  }
}
