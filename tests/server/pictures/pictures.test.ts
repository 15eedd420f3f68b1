import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterEach, expect, it, vi } from 'vitest'
import type { Problem } from '../../../server/http/problem.js'
import { Pictures, readStructure } from '../../../server/pictures/pictures.js'
import { grayPng, IEND, idat, ihdr, type PngChunk, pngOf, twoHeaders } from './png-files.js'

// Image decoding in a separate thread: rejected pictures, time and memory limits.

let pictures: Pictures
afterEach(() => {
  vi.useRealTimers()
  return pictures.close()
})

const base64 = (png: Buffer) => png.toString('base64')
const failure = (message: string) => ({
  code: 'picture_refused',
  extra: { errors: [{ path: 'body.picture', message }] },
})
const threadOf = (script: string) =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';${encodeURIComponent(script)}`,
  )

it('the decoder preserves pixels of any color type and depth', async () => {
  pictures = new Pictures()
  const rows = Buffer.from([0, 0x12, 0x12, 0x80, 0x80])
  const deep = pngOf(ihdr(1, 1, { color: 4, depth: 16 }), idat(rows), IEND)
  const { picture } = await pictures.read(base64(deep))
  expect([...PNG.sync.read(Buffer.from(picture, 'base64')).data]).toEqual([0x12, 0x12, 0x12, 0x80])
})

it.each([
  ['a bomb: 100 MB of rows for one pixel', deflateSync(Buffer.alloc(100_000_000))],
  ['one byte of rows too many', deflateSync(Buffer.alloc(3))],
  ['one byte of rows too few', deflateSync(Buffer.alloc(1))],
  ['another file after the rows', Buffer.concat([deflateSync(Buffer.alloc(2)), Buffer.from('PK')])],
  ['an unknown filter', deflateSync(Buffer.from([9, 0]))],
  ['rows that are not compressed', Buffer.from('rows')],
])('the decoder rejects %s', async (_name, data) => {
  pictures = new Pictures()
  const given = pngOf(ihdr(1, 1), ['IDAT', data], IEND)
  await expect(pictures.read(base64(given))).rejects.toMatchObject(failure('is damaged'))
  // The decoder can still decode the next picture.
  await expect(pictures.read(base64(grayPng(2, 2)))).resolves.toHaveProperty('version')
})

it('decoding that takes too long stops the thread, and a new one decodes the next picture', async () => {
  const hangsOnce = `parentPort.on('message', ({ png }) => { for (; png.length > 75;); parentPort.postMessage({}) })`
  const long = pngOf(ihdr(1, 1), ['teSt', Buffer.alloc(9)], idat(Buffer.alloc(2)), IEND)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  pictures = new Pictures(threadOf(hangsOnce))
  const refused = pictures.read(base64(long)).catch(problem => problem)
  const next = pictures.read(base64(grayPng(1, 1)))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await refused).toMatchObject(failure('takes too long to decode'))
  expect(await next).toEqual({})
})

it('decoding that takes too much memory stops the thread', async () => {
  pictures = new Pictures(
    threadOf(`parentPort.on('message', () => { for (const all = []; ; ) all.push([]) })`),
  )
  await expect(pictures.read(base64(grayPng(1, 1)))).rejects.toMatchObject(
    failure('takes too much memory to decode'),
  )
})

it('closing the decoder rejects the picture being decoded', async () => {
  pictures = new Pictures(threadOf(`parentPort.on('message', () => { for (;;); })`))
  const reading = expect(pictures.read(base64(grayPng(1, 1)))).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  await pictures.close()
  await reading
})

it('a decoding thread that fails to start is reported as a server error', async () => {
  pictures = new Pictures(threadOf('throw new Error("broken")'))
  await expect(pictures.read(base64(grayPng(1, 1)))).rejects.toThrow('broken')
})

it('the twenty-first waiting picture is rejected with a retry time', async () => {
  pictures = new Pictures()
  const read = () =>
    pictures.read(base64(grayPng(2, 2))).then(
      () => 'read',
      ({ code }) => code,
    )
  const outcomes = await Promise.all(Array.from({ length: 23 }, read))
  expect(outcomes.filter(outcome => outcome === 'read')).toHaveLength(21)
  expect(outcomes.slice(21)).toEqual(['rate_limited', 'rate_limited'])
})

// Structural checks before decompression.

const EMPTY = Buffer.alloc(0)
const INDEXED = { color: 3 }
const ROWS = idat(Buffer.alloc(2))
const palette = (entries: number): PngChunk => ['PLTE', Buffer.alloc(3 * entries)]
const transparency = (bytes: number): PngChunk => ['tRNS', Buffer.alloc(bytes)]
const times = (count: number, chunk: PngChunk) => Array.from({ length: count }, () => chunk)

function reasonOf(png: Buffer): string | undefined {
  try {
    readStructure(png)
    return undefined
  } catch (problem) {
    expect(problem).toMatchObject({ code: 'picture_refused' })
    return (problem as Problem).extra.errors?.[0]?.message
  }
}

const damaged: readonly (readonly [string, Buffer])[] = [
  ['a ZIP archive after the end', Buffer.concat([grayPng(2, 2), Buffer.from('PK\x03\x04')])],
  ['a second picture after the end', Buffer.concat([grayPng(2, 2), grayPng(2, 2)])],
  ['content in its end chunk', pngOf(ihdr(1, 1), ROWS, ['IEND', Buffer.from('#!/bin/sh')])],
  ['no end chunk', pngOf(ihdr(1, 1), ROWS)],
  ['no rows', pngOf(ihdr(1, 1), IEND)],
  ['empty rows', pngOf(ihdr(1, 1), ['IDAT', EMPTY], IEND)],
  ['rows in two places', pngOf(ihdr(1, 1), ROWS, ['teSt', EMPTY], ROWS, IEND)],
  ['an unknown chunk that decoders must know', pngOf(ihdr(1, 1), ['TeSt', EMPTY], ROWS, IEND)],
  ['an invalid chunk name', pngOf(ihdr(1, 1), ['a\0b1', EMPTY], ROWS, IEND)],
  ['a header of the wrong length', pngOf(['IHDR', Buffer.alloc(40)], ROWS, IEND)],
  ['a depth that its color type excludes', pngOf(ihdr(1, 1, { color: 6, depth: 1 }), ROWS, IEND)],
  ['an unknown color type', pngOf(ihdr(1, 1, { color: 5 }), ROWS, IEND)],
  ['an unknown compression', pngOf(ihdr(1, 1, { compression: 1 }), ROWS, IEND)],
  ['an unknown filter method', pngOf(ihdr(1, 1, { filter: 1 }), ROWS, IEND)],
  ['indexed colors without a palette', pngOf(ihdr(1, 1, INDEXED), ROWS, IEND)],
  ['a palette of 60,000 colors', pngOf(ihdr(1, 1, INDEXED), palette(60_000), ROWS, IEND)],
  ['more colors than its depth allows', pngOf(ihdr(1, 1, { ...INDEXED, depth: 1 }), palette(3), ROWS, IEND)],
  ['two palettes', pngOf(ihdr(1, 1, INDEXED), palette(1), palette(1), ROWS, IEND)],
  ['a palette after the rows', pngOf(ihdr(1, 1, { color: 2 }), ROWS, palette(1), IEND)],
  ['a palette for gray', pngOf(ihdr(1, 1), palette(1), ROWS, IEND)],
  ['half a color', pngOf(ihdr(1, 1, INDEXED), ['PLTE', Buffer.alloc(4)], ROWS, IEND)],
  ['more transparency than colors', pngOf(ihdr(1, 1, INDEXED), palette(1), transparency(2), ROWS, IEND)],
  ['forbidden transparency', pngOf(ihdr(1, 1, { color: 4 }), transparency(2), ROWS, IEND)],
  ['a chunk longer than the file', grayPng(2, 2).fill(0x7f, 33, 37)],
]
const HUGE = ihdr(0xffffffff, 0x7fffffff)

it.each<[string, Buffer]>([
  // Some decoders use the last header.
  ['with 30,000 × 30,000 pixels', twoHeaders(ihdr(30_000, 30_000))],
  ['that is interlaced', twoHeaders(ihdr(1, 1, { interlace: 1 }))],
  ['that equals the first', twoHeaders(ihdr(1, 1))],
  ['after the rows', pngOf(ihdr(1, 1), ROWS, ihdr(9, 9), IEND)],
])('a second PNG header %s is rejected', (_which, png) =>
  expect(reasonOf(png)).toBe('has more than one header'),
)

it.each<[string, Buffer, string]>([
  ['huge', pngOf(HUGE, ROWS, IEND), 'has 4294967295 × 2147483647 pixels; the maximum is 256 × 256'],
  ['interlaced', pngOf(ihdr(1, 1, { interlace: 1 }), ROWS, IEND), 'is interlaced'],
  ['interlaced in an unknown way', pngOf(ihdr(1, 1, { interlace: 2 }), ROWS, IEND), 'is interlaced'],
  [
    'split into many chunks',
    pngOf(ihdr(1, 1), ...times(257, ['teSt', EMPTY]), ROWS, IEND),
    'has more than 256 chunks',
  ],
  [
    'split into many IDAT chunks',
    pngOf(ihdr(1, 1), ...times(300, ['IDAT', EMPTY]), IEND),
    'has more than 256 chunks',
  ],
  ['preceded by a script', Buffer.concat([Buffer.from('<script>'), grayPng(2, 2)]), 'is not a PNG'],
])('a PNG that is %s is rejected', (_what, png, reason) => expect(reasonOf(png)).toBe(reason))

it.each(damaged)('a PNG with %s is rejected as corrupt', (_what, png) =>
  expect(reasonOf(png)).toBe('is damaged'),
)

it.each([
  ['gray', grayPng(256, 256), 256 * 257],
  ['two colors, 8 pixels a byte', pngOf(ihdr(9, 2, { depth: 1 }), ROWS, IEND), 2 * 3],
  ['16 bits per sample', pngOf(ihdr(3, 2, { color: 6, depth: 16 }), ROWS, IEND), 2 * 25],
  ['indexed', pngOf(ihdr(4, 1, { color: 3, depth: 2 }), palette(4), transparency(4), ROWS, IEND), 2],
  ['gray with a transparent shade', pngOf(ihdr(1, 1), transparency(2), ROWS, IEND), 2],
  ['written by the library', PNG.sync.write(new PNG({ width: 5, height: 4 })), 4 * 21],
  [
    'with texts and times',
    pngOf(ihdr(1, 1), ['tEXt', Buffer.from('a\0b')], ROWS, ['tIME', Buffer.alloc(7)], IEND),
    2,
  ],
])('a valid PNG is accepted: %s', (_name, png, bytes) => expect(readStructure(png).dataBytes).toBe(bytes))

it('a PNG whose rows span several chunks is accepted', () => {
  const rows = deflateSync(Buffer.alloc(2))
  const parts = [rows.subarray(0, 3), rows.subarray(3)].map((part): PngChunk => ['IDAT', part])
  expect(readStructure(pngOf(ihdr(1, 1), ...parts, IEND)).data).toEqual(rows)
})
