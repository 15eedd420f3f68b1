// Pictures of strangers: checked here, then decoded and encoded in a worker with limits on time and memory.
import { Worker } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { PICTURE_BYTES, PICTURE_PIXELS } from '../../src/core/contract/account.js'
import { Problem, tooMany } from '../http/problem.js'
import { Slots } from '../slots.js'

/** Worker next to this file, and next to the bundle, which builds it separately (`vite.config.ts`). */
const WORKER = new URL('./picture-worker.mjs', import.meta.url)

/**
 * Time limit, ms. The slowest accepted picture takes a tenth of a second; the first one also waits for the thread's
 * start.
 */
const TIME_LIMIT_MS = 5000
/** Memory limits of objects; the header, which is checked first, limits the size of buffers. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }
/** Number of parallel pictures: a second thread would take processor time from everything else. */
const AT_ONCE = 1
/** Maximum queue length, a few seconds of waiting and 6 MB; further pictures are refused. */
const MOST_WAITING = 20

export interface Picture {
  readonly picture: string
  readonly version: string
}

export class Pictures {
  readonly #slots = new Slots(AT_ONCE, { mostWaiting: MOST_WAITING, busy: tooMany })
  #worker: Worker | undefined

  /** @param file worker script; only tests replace it */
  constructor(private readonly file = WORKER) {}

  /** Keeps the pixels, without text, location and trailing bytes. @throws Problem `picture_refused`, `rate_limited` */
  async read(base64: string): Promise<Picture> {
    const png = Buffer.from(base64, 'base64')
    if (png.length > PICTURE_BYTES) throw refused(`has more than ${PICTURE_BYTES / 1024} KB`)
    const structure = readStructure(png)
    const picture = await this.#slots.run(() => this.#answerTo({ png, ...structure }))
    if (!picture) throw refused('is damaged')
    return picture
  }

  /** Ends the worker. The picture that it is decoding fails with `service_unavailable`. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #answerTo(given: unknown): Promise<Picture | undefined> {
    const worker = this.#current()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(async () => {
        finish()
        // The next picture waits until the thread has ended, so that at most one runs.
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
    // The worker gets neither the environment, which holds secrets, nor the loaders.
    const worker = new Worker(this.file, { resourceLimits: MEMORY_LIMITS, execArgv: [], env: {} })
    this.#worker = worker
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // Both events matter: a failed thread exits later, and would not answer the next picture.
    worker.on('error', forget).on('exit', forget)
    // An idle thread must not keep the process running.
    worker.unref()
    return worker
  }
}

// Declared contents of a PNG, read chunk by chunk before any decompression. Decoders disagree about which of two
// headers counts, and allocate memory by it, so ambiguous files are refused here.
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
  /** Size of a tRNS chunk, bytes; 0 if not allowed. With a palette, up to one byte per entry. */
  readonly transparency: number
}

interface Chunk {
  readonly name: string
  readonly content: Buffer
  readonly end: number
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEADER_BYTES = 13
/** Bytes of length and name before a chunk's content, and of the checksum after it. */
const FRAME_BYTES = 12

/** Maximum number of chunks; encoders write about 40 for 256 KB. Each costs time, even if it is empty. */
const MOST_CHUNKS = 256

/** Color types with their depths (PNG, 11.2.1, table 12). */
const COLOR_TYPES: Readonly<Record<number, ColorType>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16], palette: 'forbidden', transparency: 2 },
  2: { samples: 3, depths: [8, 16], palette: 'allowed', transparency: 6 },
  3: { samples: 1, depths: [1, 2, 4, 8], palette: 'required', transparency: 256 },
  4: { samples: 2, depths: [8, 16], palette: 'forbidden', transparency: 0 },
  6: { samples: 4, depths: [8, 16], palette: 'allowed', transparency: 0 },
}

/** Chunks that decoders interpret, in the only accepted order. Each occurs once, except IDAT. */
const ORDER = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** Reads the structure. @throws Problem `picture_refused` with the reason */
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
  // Each row begins with the number of its filter.
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
  // The decoder does not limit the decompressed size of interlaced pictures.
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
  // IDAT chunks must follow each other directly.
  if (name === 'IDAT' && previous === 'IDAT') return true
  return ORDER.slice(ORDER.indexOf(name)).every(later => !found.has(later))
}

/**
 * Returns whether the chunk is critical, by its capital first letter: decoders that do not know it can't show the
 * picture (PNG, 5.4).
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

/** @param message continuation of "the picture …", such as `is damaged` */
function refused(message: string): Problem {
  return new Problem('picture_refused', { errors: [{ path: 'body.picture', message }] })
}
