// Untrusted pictures. They are checked here, then decoded and re-encoded in a worker with time and memory
// limits.
import { Worker } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { PICTURE_BYTES, PICTURE_PIXELS } from '../../src/core/contract/account.js'
import { Problem, tooMany } from '../http/problem.js'
import { Slots } from '../slots.js'

/** The worker is next to this file, and next to the bundle (built separately, see `vite.config.ts`). */
const WORKER = new URL('./picture-worker.mjs', import.meta.url)

/**
 * Timeout, ms. The slowest valid picture takes a tenth of a second; the first one also waits for the thread
 * to start.
 */
const TIME_LIMIT_MS = 5000
/** Limits for JavaScript objects. The header is checked first and limits the buffers. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }
/** Number of pictures decoded in parallel. A second thread would take CPU time from everything else. */
const AT_ONCE = 1
/** Maximum queue length, a few seconds of waiting and 6 MB. Further pictures are rejected. */
const MOST_WAITING = 20

export interface Picture {
  readonly picture: string
  readonly version: string
}

export class Pictures {
  readonly #slots = new Slots(AT_ONCE, { mostWaiting: MOST_WAITING, busy: tooMany })
  #worker: Worker | undefined

  /** @param file worker script; replaced by tests only */
  constructor(private readonly file = WORKER) {}

  /**
   * Keeps only the pixels, dropping text, location and trailing bytes.
   * @throws Problem `picture_refused`, `rate_limited`
   */
  async read(base64: string): Promise<Picture> {
    const png = Buffer.from(base64, 'base64')
    if (png.length > PICTURE_BYTES) throw refused(`has more than ${PICTURE_BYTES / 1024} KB`)
    const structure = readStructure(png)
    const picture = await this.#slots.run(() => this.#answerTo({ png, ...structure }))
    if (!picture) throw refused('is damaged')
    return picture
  }

  /** Terminates the worker. A picture that is being decoded fails with `service_unavailable`. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #answerTo(given: unknown): Promise<Picture | undefined> {
    const worker = this.#current()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(async () => {
        finish()
        // Start the next picture after the thread has ended, so that only one runs.
        await worker.terminate()
        reject(refused('takes too long to decode'))
      }, TIME_LIMIT_MS)
      const onAnswer = (answer: Picture | undefined) => {
        finish()
        resolve(answer)
      }
      const onError = (error: Error & { code?: string }) => {
        finish()
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(outOfMemory ? refused('takes too much memory to decode') : error)
      }
      const onExit = () => {
        finish()
        reject(new Problem('service_unavailable', { headers: { 'retry-after': '5' } }))
      }
      const finish = () => {
        clearTimeout(timer)
        worker.off('message', onAnswer).off('error', onError).off('exit', onExit)
      }
      worker.on('message', onAnswer).on('error', onError).on('exit', onExit)
      worker.postMessage(given)
    })
  }

  #current(): Worker {
    if (this.#worker) return this.#worker
    // Don't pass the environment, which contains secrets, or the loaders to the worker.
    const worker = new Worker(this.file, { resourceLimits: MEMORY_LIMITS, execArgv: [], env: {} })
    this.#worker = worker
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // Listen for both events: a failed thread exits only later, and would not decode the next picture.
    worker.on('error', forget).on('exit', forget)
    // An idle worker must not keep the process running.
    worker.unref()
    return worker
  }
}

// A PNG's structure as declared by its chunks, read before decompression. If a file has two headers, decoders
// disagree about which one to use for allocating memory, so ambiguous files are rejected.
interface PngStructure {
  readonly data: Buffer
  readonly dataBytes: number
}

interface Header {
  readonly width: number
  readonly height: number
  readonly color: ColorType
  readonly depth: number
}

interface ColorType {
  readonly samples: number
  readonly depths: readonly number[]
  readonly palette: 'required' | 'allowed' | 'forbidden'
  /** Maximum size of a tRNS chunk, bytes; 0 if not allowed. With a palette, one byte per entry. */
  readonly transparency: number
}

interface Chunk {
  readonly name: string
  readonly content: Buffer
  readonly end: number
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEADER_BYTES = 13
/** Bytes for a chunk's length, name and checksum. */
const FRAME_BYTES = 12

/** Maximum number of chunks. Encoders write about 40 for 256 KB, and even empty ones take time. */
const MOST_CHUNKS = 256

/** Color types and their bit depths (PNG, 11.2.1, table 12). */
const COLOR_TYPES: Readonly<Record<number, ColorType>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16], palette: 'forbidden', transparency: 2 },
  2: { samples: 3, depths: [8, 16], palette: 'allowed', transparency: 6 },
  3: { samples: 1, depths: [1, 2, 4, 8], palette: 'required', transparency: 256 },
  4: { samples: 2, depths: [8, 16], palette: 'forbidden', transparency: 0 },
  6: { samples: 4, depths: [8, 16], palette: 'allowed', transparency: 0 },
}

/** Chunks that decoders interpret, in the only order accepted. Only IDAT may be repeated. */
const ORDER = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** @throws Problem `picture_refused` with the reason */
export function readStructure(png: Buffer): PngStructure {
  const header = readHeader(png)
  const found = new Map<string, Buffer[]>()
  let at = SIGNATURE.length
  let previous = ''
  for (let count = 0; previous !== 'IEND'; count += 1) {
    if (count === MOST_CHUNKS) throw refused(`has more than ${MOST_CHUNKS} chunks`)
    const { name, content, end } = readChunk(png, at)
    if (name === 'IHDR' && found.has('IHDR')) throw refused('has more than one header')
    if (ORDER.includes(name)) {
      if (!mayFollow(name, previous, found)) throw damaged()
      found.set(name, [...(found.get(name) ?? []), content])
    } else if (isCritical(name)) throw damaged()
    previous = name
    at = end
  }
  if (at !== png.length || found.get('IEND')?.[0]?.length !== 0) throw damaged()
  checkColors(header, found.get('PLTE')?.[0], found.get('tRNS')?.[0])
  const data = Buffer.concat(found.get('IDAT') ?? [])
  if (data.length === 0) throw damaged()
  const { width, height, color, depth } = header
  // Each row starts with a filter byte.
  return { data, dataBytes: height * (1 + Math.ceil((width * color.samples * depth) / 8)) }
}

function readHeader(png: Buffer): Header {
  const content = png.subarray(SIGNATURE.length + 8, SIGNATURE.length + 8 + HEADER_BYTES)
  const isPng = png.length > SIGNATURE.length + 8 + HEADER_BYTES && png.subarray(0, 8).equals(SIGNATURE)
  if (!isPng || png.toString('latin1', 12, 16) !== 'IHDR') throw refused('is not a PNG')
  if (png.readUInt32BE(8) !== HEADER_BYTES) throw damaged()
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  if (width < 1 || height < 1 || width > PICTURE_PIXELS || height > PICTURE_PIXELS)
    throw refused(`has ${width} × ${height} pixels; the maximum is ${PICTURE_PIXELS} × ${PICTURE_PIXELS}`)
  const [depth = 0, type = 0, compression, filter, interlace] = content.subarray(8)
  // The decoder doesn't limit the decompressed size of interlaced pictures.
  if (interlace !== 0) throw refused('is interlaced')
  const color = COLOR_TYPES[type]
  if (!color?.depths.includes(depth) || compression !== 0 || filter !== 0) throw damaged()
  return { width, height, color, depth }
}

function readChunk(png: Buffer, at: number): Chunk {
  if (png.length - at < FRAME_BYTES) throw damaged()
  const length = png.readUInt32BE(at)
  if (length > png.length - at - FRAME_BYTES) throw damaged()
  const end = at + FRAME_BYTES + length
  const name = png.toString('latin1', at + 4, at + 8)
  if (!/^[A-Za-z]{4}$/.test(name)) throw damaged()
  if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) throw damaged()
  return { name, content: png.subarray(at + 8, end - 4), end }
}

function mayFollow(name: string, previous: string, found: ReadonlyMap<string, unknown>): boolean {
  // IDAT chunks must be consecutive.
  if (name === 'IDAT' && previous === 'IDAT') return true
  return ORDER.slice(ORDER.indexOf(name)).every(later => !found.has(later))
}

/**
 * Returns whether the chunk is critical, as indicated by a capital first letter. Decoders that don't know a
 * critical chunk can't show the picture (PNG, 5.4).
 */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name)
}

function checkColors(
  { color, depth }: Header,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): void {
  const entries = (palette?.length ?? 0) / 3
  if (color.palette === 'required' ? !palette : palette && color.palette === 'forbidden') throw damaged()
  if (palette && (!Number.isInteger(entries) || entries < 1 || entries > 256)) throw damaged()
  if (color.palette === 'required' && entries > 2 ** depth) throw damaged()
  if (!transparency) return
  const { length } = transparency
  if (color.palette === 'required' ? length > entries : length !== color.transparency) throw damaged()
}

function damaged() {
  return refused('is damaged')
}

/** @param message end of the sentence "The picture …", such as `is damaged` */
function refused(message: string): Problem {
  return new Problem('picture_refused', { errors: [{ path: 'body.picture', message }] })
}
