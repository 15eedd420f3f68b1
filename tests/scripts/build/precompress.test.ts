import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { precompress } from '../../../scripts/lib/build/precompress.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fretwork-packed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, content: string | Buffer) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const packedKinds = (name: string) => ['.gz', '.br'].filter(kind => existsSync(join(folder, name + kind)))

describe('the packed copies of a built folder', () => {
  it('are next to the files, however deep, and unpack to them', async () => {
    const script = 'export const string = "E A D G B E"\n'.repeat(200)
    put('assets/deep/neck.js', script)
    await precompress(folder)
    const packed = join(folder, 'assets/deep/neck.js')
    expect(gunzipSync(readFileSync(`${packed}.gz`)).toString()).toBe(script)
    expect(brotliDecompressSync(readFileSync(`${packed}.br`)).toString()).toBe(script)
  })

  it('are left out where they save nothing: small files, source maps, what is packed by nature', async () => {
    put('small.css', 'a{}')
    put('neck.js.map', 'x'.repeat(5000))
    put('picture.png', 'x'.repeat(5000))
    await precompress(folder)
    for (const name of ['small.css', 'neck.js.map', 'picture.png']) expect(packedKinds(name)).toEqual([])
  })
})
