import { randomUUID } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { SAMPLE_RATE, samplesOf, wavHeader } from '../../src/music/song/wav-file.js'
import { badInput } from '../errors.js'
import { reasonOf } from './files.js'
import { plain } from './print.js'

/** Encodes audio of unknown length. */
interface Encoder {
  /** Bytes before the audio data. */
  readonly start: Uint8Array
  encode(left: Float32Array, right: Float32Array): Uint8Array
  /** @returns the last bytes, and the bytes that replace the beginning of the file */
  end(): { readonly rest: Uint8Array; readonly head: Uint8Array }
}

const ENCODERS = { '.wav': wavEncoder, '.flac': flacEncoder } as const

export type AudioEnding = keyof typeof ENCODERS
export const AUDIO_ENDINGS = Object.keys(ENCODERS)

export function isAudioEnding(ending: string): ending is AudioEnding {
  return Object.hasOwn(ENCODERS, ending)
}

/**
 * Writes an audio file during rendering. The file gets its final name once it is complete.
 * @throws CliError `file_unwritable`
 */
export async function writeAudio(
  path: string,
  ending: AudioEnding,
  fill: (write: (left: Float32Array, right: Float32Array) => void) => Promise<void>,
): Promise<void> {
  const encoder = await ENCODERS[ending]()
  const target = await realpath(path).catch(() => path)
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`
  const file = attempt(path, () => openSync(draft, 'wx'))
  try {
    const put = (bytes: Uint8Array, at: number | null = null) =>
      attempt(path, () => {
        for (let from = 0; from < bytes.length; ) {
          from += writeSync(file, bytes, from, bytes.length - from, at === null ? null : at + from)
        }
      })
    try {
      put(encoder.start)
      await fill((left, right) => put(encoder.encode(left, right)))
      const { rest, head } = encoder.end()
      put(rest)
      put(head, 0)
    } finally {
      closeSync(file)
    }
    attempt(path, () => renameSync(draft, target))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const message = `"${plain(path)}" cannot be written (${reasonOf(cause)}); choose another path.`
    throw badInput('file_unwritable', message, cause)
  }
}

function wavEncoder(): Encoder {
  let length = 0
  return {
    start: wavHeader(0),
    encode(left, right) {
      const bytes = new Uint8Array(samplesOf(left, right).buffer)
      length += bytes.length
      return bytes
    },
    end: () => ({ rest: new Uint8Array(), head: wavHeader(length) }),
  }
}

type Flac = typeof import('libflacjs/dist/libflac.js')

/** The library’s types describe another way of loading it. */
export async function loadFlac(): Promise<Flac> {
  const loaded: unknown = await import('libflacjs/dist/libflac.js')
  const { default: flac } = loaded as { readonly default: Flac }
  if (!flac.isReady()) await new Promise(resolve => flac.on('ready', resolve))
  return flac
}

const BITS = 16
const COMPRESSION = 5
/** Length of “fLaC” and the first metadata block, bytes. */
const STREAM_INFO_END = 42

async function flacEncoder(): Promise<Encoder> {
  const flac = await loadFlac()
  const encoder = flac.create_libflac_encoder(SAMPLE_RATE, 2, BITS, COMPRESSION)
  const head = new Uint8Array(STREAM_INFO_END)
  let chunks: Uint8Array[] = []
  let length = 0
  const taken = () => {
    const bytes = Buffer.concat(chunks)
    chunks = []
    return bytes
  }
  flac.init_encoder_stream(
    encoder,
    data => {
      if (length < head.length) head.set(data.subarray(0, head.length - length), length)
      length += data.length
      chunks.push(data.slice())
    },
    info => info && describeStream(head, info),
  )
  return {
    start: new Uint8Array(),
    encode(left, right) {
      const samples = Int32Array.from(samplesOf(left, right))
      flac.FLAC__stream_encoder_process_interleaved(encoder, samples, left.length)
      return taken()
    },
    end() {
      flac.FLAC__stream_encoder_finish(encoder)
      flac.FLAC__stream_encoder_delete(encoder)
      return { rest: taken(), head }
    },
  }
}

type StreamInfo = Parameters<NonNullable<Parameters<Flac['init_encoder_stream']>[2]>>[0]

/** Fills in the sizes, which are only known at the end (RFC 9639, section 8.2). */
function describeStream(head: Uint8Array, info: NonNullable<StreamInfo>): void {
  const view = new DataView(head.buffer)
  view.setUint16(12, info.min_framesize >> 8)
  view.setUint8(14, info.min_framesize & 0xff)
  view.setUint16(15, info.max_framesize >> 8)
  view.setUint8(17, info.max_framesize & 0xff)
  // The four highest of 36 bits share a byte with the sample size.
  head[21] = ((head[21] ?? 0) & 0xf0) | Math.floor(info.total_samples / 2 ** 32)
  view.setUint32(22, info.total_samples % 2 ** 32)
  head.set(Buffer.from(info.md5sum, 'hex'), 26)
}
