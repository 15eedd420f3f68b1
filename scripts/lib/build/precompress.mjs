// Compresses static files at build time, so that the server does not have to.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Extensions to compress. Source maps are excluded, because only developers download them. */
const EXTENSIONS = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.json', '.webmanifest', '.wasm', '.mid'])
/** Minimum file size, bytes; compressing smaller files would not save a network packet. */
const WORTH_BYTES = 1024

const PACKERS = [
  ['.gz', bytes => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
  [
    '.br',
    bytes =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  ],
]

export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && EXTENSIONS.has(extname(entry.name)))
  await Promise.all(files.map(entry => packFile(join(entry.parentPath, entry.name))))
}

async function packFile(path) {
  const bytes = await readFile(path)
  if (bytes.length < WORTH_BYTES) return
  await Promise.all(
    PACKERS.map(async ([extension, pack]) => {
      const packed = await pack(bytes)
      if (packed.length < bytes.length) await writeFile(`${path}${extension}`, packed)
    }),
  )
}
