/** Bits per sample. */
export const WAV_BITS = [16, 24] as const
export type WavBits = (typeof WAV_BITS)[number]

const HEADER_BYTES = 44
const CHANNELS = 2
const PCM = 1

/** @param dataBytes length of the samples that follow */
export function wavHeader(sampleRate: number, bits: WavBits, dataBytes: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  const frameBytes = (CHANNELS * bits) / 8
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const) {
    for (const [index, letter] of [...text].entries()) header[at + index] = letter.charCodeAt(0)
  }
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, CHANNELS, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, bits, true)
  view.setUint32(40, dataBytes, true)
  return header
}

/** @returns samples as integers, left and right in turn */
export function samplesOf(left: Float32Array, right: Float32Array, bits: WavBits): Int32Array<ArrayBuffer> {
  const most = 2 ** (bits - 1) - 1
  const samples = new Int32Array(left.length * CHANNELS)
  for (let index = 0; index < left.length; index += 1) {
    samples[2 * index] = Math.round((left[index] ?? 0) * most)
    samples[2 * index + 1] = Math.round((right[index] ?? 0) * most)
  }
  return samples
}

/** @returns little-endian PCM */
export function pcmOf(left: Float32Array, right: Float32Array, bits: WavBits): Uint8Array<ArrayBuffer> {
  const samples = samplesOf(left, right, bits)
  if (bits === 16) return new Uint8Array(Int16Array.from(samples).buffer)
  const bytes = new Uint8Array(samples.length * 3)
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] ?? 0
    bytes[3 * index] = sample
    bytes[3 * index + 1] = sample >> 8
    bytes[3 * index + 2] = sample >> 16
  }
  return bytes
}
