import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { precompress } from '../../../scripts/lib/build/precompress.mjs'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()
const packedKinds = (name: string) => ['.gz', '.br'].filter(kind => existsSync(at(name + kind)))

describe('the packed copies of a built folder', () => {
  it('are next to the files, however deep, and unpack to them', async () => {
    const script = 'export const string = "E A D G B E"\n'.repeat(200)
    await put('assets/deep/neck.js', script)
    await precompress(at())
    const packed = at('assets/deep/neck.js')
    expect(gunzipSync(readFileSync(`${packed}.gz`)).toString()).toBe(script)
    expect(brotliDecompressSync(readFileSync(`${packed}.br`)).toString()).toBe(script)
  })

  it('are left out where they save nothing: small files, source maps, what is packed by nature', async () => {
    await put('small.css', 'a{}')
    await put('neck.js.map', 'x'.repeat(5000))
    await put('picture.png', 'x'.repeat(5000))
    await precompress(at())
    for (const name of ['small.css', 'neck.js.map', 'picture.png']) expect(packedKinds(name)).toEqual([])
  })
})
