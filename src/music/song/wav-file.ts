/** Samples per second of exported files. */
export const SAMPLE_RATE = 44_100
const BITS = 16

const HEADER_BYTES = 44
const CHANNELS = 2
const FRAME_BYTES = (CHANNELS * BITS) / 8
const PCM = 1

/** @param dataBytes length of the samples that follow */
export function wavHeader(dataBytes: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
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
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * FRAME_BYTES, true)
  view.setUint16(32, FRAME_BYTES, true)
  view.setUint16(34, BITS, true)
  view.setUint32(40, dataBytes, true)
  return header
}

/** @returns 16-bit samples, left and right alternating */
export function samplesOf(left: Float32Array, right: Float32Array): Int16Array<ArrayBuffer> {
  const most = 2 ** (BITS - 1) - 1
  const samples = new Int16Array(left.length * CHANNELS)
  for (let index = 0; index < left.length; index += 1) {
    samples[2 * index] = Math.round((left[index] ?? 0) * most)
    samples[2 * index + 1] = Math.round((right[index] ?? 0) * most)
  }
  return samples
}
