import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLineWriter } from '../../cli/replay/line-writer.js'

/** Stream that accepts a chunk only when `take` is called. */
class SlowStream extends Writable {
  readonly chunks: string[] = []
  private next: ((error?: Error) => void) | undefined

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false })
  }

  override _write(chunk: string, _encoding: string, done: (error?: Error) => void): void {
    this.chunks.push(chunk)
    this.next = done
  }

  take(error?: Error): void {
    const next = this.next
    this.next = undefined
    next?.(error)
  }
}

const brokenPipe = () => Object.assign(new Error('broken pipe'), { code: 'EPIPE' })

describe('line writer', () => {
  it('lines are written immediately during real-time playback', () => {
    const stream = new SlowStream()
    void createLineWriter(stream, { batched: false, onClosed: () => undefined }).write('one')
    expect(stream.chunks).toEqual(['one\n'])
  })

  it('batched lines are written in blocks of 64 KiB, and the remainder at the end', async () => {
    const stream = new SlowStream()
    const lines = createLineWriter(stream, { batched: true, onClosed: () => undefined })
    const line = 'x'.repeat(1023)
    for (let index = 0; index < 63; index += 1) expect(lines.write(line)).toBeUndefined()
    expect(stream.chunks).toEqual([])
    const full = lines.write(line)
    expect(stream.chunks.map(chunk => chunk.length)).toEqual([64 * 1024])
    stream.take()
    await full
    void lines.write('last')
    const end = lines.end()
    expect(stream.chunks.at(-1)).toBe('last\n')
    stream.take()
    await Promise.resolve()
    await new Promise(setImmediate)
    stream.take()
    await end
  })

  it('the line writer waits for a slow reader', async () => {
    const stream = new SlowStream()
    let ready = false
    const waiting = createLineWriter(stream, { batched: false, onClosed: () => undefined })
      .write('one')
      ?.then(() => {
        ready = true
      })
    await new Promise(setImmediate)
    expect(ready).toBe(false)
    stream.take()
    await waiting
    expect(ready).toBe(true)
  })

  it('a closed reader causes no error but calls onClosed and stops the writer', async () => {
    const stream = new SlowStream()
    let closed = 0
    const lines = createLineWriter(stream, {
      batched: false,
      onClosed: () => {
        closed += 1
      },
    })
    const first = lines.write('one')
    stream.take(brokenPipe())
    await first
    expect([closed, lines.write('two')]).toEqual([1, undefined])
    await lines.end()
    expect(stream.chunks).toEqual(['one\n'])
  })

  it('any other write failure is reported', async () => {
    const stream = new SlowStream()
    const lines = createLineWriter(stream, { batched: false, onClosed: () => undefined })
    const first = lines.write('one')
    stream.take(Object.assign(new Error('No space left on device'), { code: 'ENOSPC' }))
    await first
    await expect(lines.end()).rejects.toMatchObject({
      ...{ code: 'output_failed', exit: 3 },
      message: 'The output cannot be written: No space left on device.',
    })
  })
})
