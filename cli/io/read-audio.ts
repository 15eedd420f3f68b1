import { badInput } from '../errors.js'
import { loadFlac } from './audio-file.js'
import { nameOfFile, readInput } from './files.js'
import { plain } from './print.js'

export interface Recording {
  /** Samples of the loudest channel, from −1 to 1. */
  readonly samples: Float32Array
  readonly sampleRate: number
}

/** Hz */
const LOWEST_RATE = 8000
const HIGHEST_RATE = 192_000

interface Decoded {
  readonly channels: readonly Float32Array[]
  readonly sampleRate: number
}

/**
 * Reads a WAV or FLAC file. The guitar is on one of an audio interface's two channels, so they aren’t mixed.
 * @throws CliError `audio_unreadable`, `audio_empty`, `sample_rate_unsupported`, and the codes of `readInput`
 */
export async function readRecording(file: string, signal?: AbortSignal): Promise<Recording> {
  const bytes = await readInput(file, signal)
  const name = plain(nameOfFile(file))
  const isFlac = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'fLaC'
  let decoded: Decoded
  try {
    decoded = await (isFlac ? decodeFlac(bytes) : decodeWav(bytes))
  } catch (cause) {
    throw badInput(
      'audio_unreadable',
      `"${name}" is not a complete WAV or FLAC file; convert it first.`,
      cause,
    )
  }
  const [loudest = new Float32Array()] = decoded.channels.toSorted((a, b) => energy(b) - energy(a))
  if (loudest.length === 0) throw badInput('audio_empty', `"${name}" contains no sound.`)
  if (decoded.sampleRate < LOWEST_RATE || decoded.sampleRate > HIGHEST_RATE) {
    const message = `"${name}" has a sample rate of ${decoded.sampleRate} Hz; convert it to one from ${LOWEST_RATE} to ${HIGHEST_RATE} Hz.`
    throw badInput('sample_rate_unsupported', message)
  }
  return { samples: loudest, sampleRate: decoded.sampleRate }
}

function energy(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0)
}

async function decodeWav(bytes: Uint8Array): Promise<Decoded> {
  if (isCut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) throw new TypeError('truncated')
  const { AudioSampleSink, BufferSource, Input, WAVE } = await import('mediabunny')
  const input = new Input({ source: new BufferSource(bytes), formats: [WAVE] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) throw new TypeError('no audio track')
  const parts: Float32Array[][] = []
  for await (const sample of new AudioSampleSink(track).samples()) {
    parts.push(
      Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(sample.numberOfFrames)
        sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
        return plane
      }),
    )
    sample.close()
  }
  return { channels: joined(parts), sampleRate: track.sampleRate }
}

/** Programs that write to a pipe leave the size 0 or at its maximum. Some omit the final padding byte. */
function isCut(bytes: Buffer): boolean {
  const size = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.length >= 8 ? bytes.readUInt32LE(4) : 0
  return size !== 0xffff_ffff && size + 8 > bytes.length + 1
}

async function decodeFlac(bytes: Uint8Array): Promise<Decoded> {
  const flac = await loadFlac()
  const parts: Float32Array[][] = []
  let errors = 0
  let at = 0
  let sampleRate = 0
  const decoder = flac.create_libflac_decoder(true)
  flac.init_decoder_stream(
    decoder,
    size => {
      const buffer = bytes.slice(at, at + size)
      at += buffer.length
      return { buffer, readDataLength: buffer.length, error: false }
    },
    (channels, { bitsPerSample, sampleRate: rate }) => {
      sampleRate = rate
      parts.push(channels.map(each => fromPcm(each, bitsPerSample)))
    },
    () => {
      errors += 1
    },
  )
  const isComplete = flac.FLAC__stream_decoder_process_until_end_of_stream(decoder)
  flac.FLAC__stream_decoder_finish(decoder)
  flac.FLAC__stream_decoder_delete(decoder)
  if (!isComplete || errors > 0) throw new TypeError('damaged')
  return { channels: joined(parts), sampleRate }
}

function fromPcm(bytes: Uint8Array, bits: number): Float32Array {
  // The decoder pads samples of 24 bits to four bytes.
  const size = bits > 16 ? 4 : Math.ceil(bits / 8)
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Float32Array(bytes.length / size)
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = view.readIntLE(index * size, size) / 2 ** (bits - 1)
  }
  return samples
}

function joined(parts: readonly (readonly Float32Array[])[]): Float32Array[] {
  return (parts[0] ?? []).map((_, channel) => {
    const length = parts.reduce((sum, part) => sum + (part[channel]?.length ?? 0), 0)
    const whole = new Float32Array(length)
    let at = 0
    for (const part of parts) {
      whole.set(part[channel] ?? [], at)
      at += part[channel]?.length ?? 0
    }
    return whole
  })
}
