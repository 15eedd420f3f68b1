// What is refused before anything is decompressed, and what is not.
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../server/http/problem.js'
import { readStructure } from '../../../server/pictures/png-structure.js'
import { grayPng, IEND, idat, ihdr, type PngChunk, pngOf, twoHeaders } from './png-files.js'

const EMPTY = Buffer.alloc(0)
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

describe('a hostile PNG is refused by its chunks', () => {
  const refused: readonly (readonly [string, Buffer, string])[] = [
    [
      'a second header with 30,000 × 30,000 pixels',
      twoHeaders(ihdr(30_000, 30_000)),
      'has more than one header',
    ],
    ['a second header with 6000 × 6000 pixels', twoHeaders(ihdr(6000, 6000)), 'has more than one header'],
    ['an interlaced second header', twoHeaders(ihdr(1, 1, { interlace: 1 })), 'has more than one header'],
    ['a second header that equals the first', twoHeaders(ihdr(1, 1)), 'has more than one header'],
    ['a header behind the rows', pngOf(ihdr(1, 1), ROWS, ihdr(9, 9), IEND), 'has more than one header'],
    [
      'huge dimensions',
      pngOf(ihdr(0xffffffff, 0x7fffffff), ROWS, IEND),
      'has 4294967295 × 2147483647 pixels; the maximum is 256 × 256',
    ],
    ['interlaced rows', pngOf(ihdr(1, 1, { interlace: 1 }), ROWS, IEND), 'is interlaced'],
    ['an unknown interlacing', pngOf(ihdr(1, 1, { interlace: 2 }), ROWS, IEND), 'is interlaced'],
    [
      'many empty chunks',
      pngOf(ihdr(1, 1), ...times(20_000, ['teSt', EMPTY]), ROWS, IEND),
      'has more than 256 chunks',
    ],
    [
      'rows in many empty parts',
      pngOf(ihdr(1, 1), ...times(300, ['IDAT', EMPTY]), ROWS, IEND),
      'has more than 256 chunks',
    ],
    ['a ZIP archive behind the end', Buffer.concat([grayPng(2, 2), Buffer.from('PK\x03\x04')]), 'is damaged'],
    ['a second picture behind the end', Buffer.concat([grayPng(2, 2), grayPng(2, 2)]), 'is damaged'],
    [
      'a script before the signature',
      Buffer.concat([Buffer.from('<script>'), grayPng(2, 2)]),
      'is not a PNG',
    ],
    ['content in its end', pngOf(ihdr(1, 1), ROWS, ['IEND', Buffer.from('#!/bin/sh')]), 'is damaged'],
    ['no end', pngOf(ihdr(1, 1), ROWS), 'is damaged'],
    ['no rows', pngOf(ihdr(1, 1), IEND), 'is damaged'],
    ['empty rows', pngOf(ihdr(1, 1), ['IDAT', EMPTY], IEND), 'is damaged'],
    ['rows in two places', pngOf(ihdr(1, 1), ROWS, ['teSt', EMPTY], ROWS, IEND), 'is damaged'],
    [
      'an unknown chunk that decoders must know',
      pngOf(ihdr(1, 1), ['TeSt', EMPTY], ROWS, IEND),
      'is damaged',
    ],
    ['a name that is none', pngOf(ihdr(1, 1), ['a\0b1', EMPTY], ROWS, IEND), 'is damaged'],
    ['a header of other length', pngOf(['IHDR', Buffer.alloc(40)], ROWS, IEND), 'is damaged'],
    [
      'a depth that its colors cannot have',
      pngOf(ihdr(1, 1, { color: 6, depth: 1 }), ROWS, IEND),
      'is damaged',
    ],
    ['unknown colors', pngOf(ihdr(1, 1, { color: 5 }), ROWS, IEND), 'is damaged'],
    ['an unknown compression', pngOf(ihdr(1, 1, { compression: 1 }), ROWS, IEND), 'is damaged'],
    ['an unknown filter method', pngOf(ihdr(1, 1, { filter: 1 }), ROWS, IEND), 'is damaged'],
    ['indexed colors without a palette', pngOf(ihdr(1, 1, { color: 3 }), ROWS, IEND), 'is damaged'],
    [
      'a palette of 60,000 colors',
      pngOf(ihdr(1, 1, { color: 3 }), palette(60_000), ROWS, IEND),
      'is damaged',
    ],
    [
      'more colors than its depth can name',
      pngOf(ihdr(1, 1, { color: 3, depth: 1 }), palette(3), ROWS, IEND),
      'is damaged',
    ],
    ['two palettes', pngOf(ihdr(1, 1, { color: 3 }), palette(1), palette(1), ROWS, IEND), 'is damaged'],
    ['a palette behind the rows', pngOf(ihdr(1, 1, { color: 2 }), ROWS, palette(1), IEND), 'is damaged'],
    ['a palette of gray', pngOf(ihdr(1, 1), palette(1), ROWS, IEND), 'is damaged'],
    ['half a color', pngOf(ihdr(1, 1, { color: 3 }), ['PLTE', Buffer.alloc(4)], ROWS, IEND), 'is damaged'],
    [
      'more transparency than colors',
      pngOf(ihdr(1, 1, { color: 3 }), palette(1), transparency(2), ROWS, IEND),
      'is damaged',
    ],
    ['transparency twice', pngOf(ihdr(1, 1, { color: 4 }), transparency(2), ROWS, IEND), 'is damaged'],
    ['a length beyond the file', grayPng(2, 2).fill(0x7f, 33, 37), 'is damaged'],
  ]
  it.each(refused)('%s', (_name, png, reason) => expect(reasonOf(png)).toBe(reason))

  it('has 93 bytes with a second header', () => expect(twoHeaders(ihdr(30_000, 30_000))).toHaveLength(93))
})

describe('a sound PNG is let through', () => {
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
  ])('%s', (_name, png, bytes) => expect(readStructure(png).dataBytes).toBe(bytes))

  it('with its rows in several parts', () => {
    const rows = deflateSync(Buffer.alloc(2))
    const parts = [rows.subarray(0, 3), rows.subarray(3)].map((part): PngChunk => ['IDAT', part])
    expect(readStructure(pngOf(ihdr(1, 1), ...parts, IEND)).data).toEqual(rows)
  })
})
