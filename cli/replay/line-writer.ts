/** Lines to a stream: each at once, or many together where speed counts; `onClosed` is called once if the reader leaves. */
import type { Writable } from 'node:stream'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../errors.js'

/** Characters that are gathered before they are written. */
const BATCH_LENGTH = 64 * 1024

interface LineWriterOptions {
  /** Gathers lines instead of writing each as it comes. */
  readonly batched: boolean
  /** The reader has left; further lines are dropped. */
  readonly onClosed: () => void
}

export interface LineWriter {
  /** @returns a promise where the reader is slower: fulfilled when there is room again */
  write(line: string): Promise<void> | undefined
  /** Writes what is left. @throws CliError `output_failed` where the stream failed, other than by a reader that left */
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
      // The last write is reported after the turn in which it was made.
      await new Promise<void>(resolve => {
        if (closed) resolve()
        else stream.write('', () => resolve())
      })
      // The listener stays: a broken pipe may be found broken once more while the process ends.
      if (failure === undefined) return
      const message = `The output cannot be written: ${messageOf(failure)}.`
      throw new CliError('output_failed', message, EXIT.badInput, { cause: failure })
    },
  }
}
