import type { Writable } from 'node:stream'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { badInput } from '../errors.js'

const BATCH_LENGTH = 64 * 1024

interface LineWriterOptions {
  readonly batched: boolean
  readonly onClosed: () => void
}

export interface LineWriter {
  write(line: string): Promise<void> | undefined
  end(): Promise<void>
}

export function createLineWriter(stream: Writable, { batched, onClosed }: LineWriterOptions): LineWriter {
  let gathered = ''
  let closed = false
  let failure: unknown

  const failed = (error: unknown) => {
    closed = true
    if (codeOf(error) !== 'EPIPE') failure ??= error
    onClosed()
  }
  stream.on('error', failed)

  const flush = (): Promise<void> | undefined => {
    const text = gathered
    gathered = ''
    if (closed || text === '' || stream.write(text)) return undefined
    return new Promise(resolve => {
      const done = () => {
        stream.off('drain', done).off('error', done).off('close', done)
        resolve()
      }
      stream.on('drain', done).on('error', done).on('close', done)
    })
  }

  return {
    write(line) {
      gathered += `${line}\n`
      return batched && gathered.length < BATCH_LENGTH ? undefined : flush()
    },
    async end() {
      await flush()
      // The stream reports the last write's error one event-loop turn later.
      await new Promise<void>(resolve => {
        if (closed) resolve()
        else stream.write('', () => resolve())
      })
      // Keep the listener, because a broken pipe may be reported again while the process exits.
      if (failure === undefined) return
      throw badInput('output_failed', `The output cannot be written: ${messageOf(failure)}.`, failure)
    },
  }
}
