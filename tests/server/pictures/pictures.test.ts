// Decoding in its own thread: refused pictures, and limits on time and memory.
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Pictures } from '../../../server/pictures/pictures.js'
import { grayPng, IEND, idat, ihdr, pngOf } from './png-files.js'

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

describe('the decoding thread', () => {
  it('keeps the pixels, whatever the colors and the depth', async () => {
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
    ['another file behind the rows', Buffer.concat([deflateSync(Buffer.alloc(2)), Buffer.from('PK')])],
    ['an unknown filter', deflateSync(Buffer.from([9, 0]))],
    ['rows that are not compressed', Buffer.from('rows')],
  ])('refuses %s', async (_name, data) => {
    pictures = new Pictures()
    const given = pngOf(ihdr(1, 1), ['IDAT', data], IEND)
    await expect(pictures.read(base64(given))).rejects.toMatchObject(failure('is damaged'))
    // … and goes on with the next one.
    await expect(pictures.read(base64(grayPng(2, 2)))).resolves.toHaveProperty('version')
  })

  it('is stopped if it takes too long, and a new thread takes the next picture', async () => {
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

  it('ends where it takes too much memory', async () => {
    pictures = new Pictures(
      threadOf(`parentPort.on('message', () => { for (const all = []; ; ) all.push([]) })`),
    )
    await expect(pictures.read(base64(grayPng(1, 1)))).rejects.toMatchObject(
      failure('takes too much memory to decode'),
    )
  })

  it('answers the picture that it is decoding when the server stops', async () => {
    pictures = new Pictures(threadOf(`parentPort.on('message', () => { for (;;); })`))
    const reading = expect(pictures.read(base64(grayPng(1, 1)))).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    await pictures.close()
    await reading
  })

  it('reports a thread that does not start as a fault of ours', async () => {
    pictures = new Pictures(threadOf('throw new Error("broken")'))
    await expect(pictures.read(base64(grayPng(1, 1)))).rejects.toThrow('broken')
  })

  it('asks to come back where 20 pictures are waiting', async () => {
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
})
