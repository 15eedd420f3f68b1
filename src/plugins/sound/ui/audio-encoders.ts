import type { AudioFormat } from '../settings.js'
import { pcmOf, wavHeader } from '../synthesis/wav.js'

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

const WAV_RATE = 44_100
const WAV_BITS = 16
/** Samples are moved to a blob, which browsers keep on disk, whenever this many bytes have been collected. */
const KEPT_BYTES = 16 * 1024 * 1024

function startWav(): AudioEncoding {
  const blobs: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let kept = 0
  const move = () => {
    blobs.push(new Blob(chunks))
    chunks = []
    kept = 0
  }
  return {
    sampleRate: WAV_RATE,
    add(left, right) {
      const chunk = pcmOf(left, right, WAV_BITS)
      chunks.push(chunk)
      kept += chunk.length
      if (kept >= KEPT_BYTES) move()
      return undefined
    },
    async end() {
      move()
      const length = blobs.reduce((sum, { size }) => sum + size, 0)
      return new Blob([wavHeader(WAV_RATE, WAV_BITS, length), ...blobs])
    },
  }
}
