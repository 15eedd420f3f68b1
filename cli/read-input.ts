/** A file as bytes, or standard input for `-`; what cannot be read ends the program with one sentence. */
import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { codeOf, messageOf } from '../src/core/platform/fretwork-error.js'
import { CliError } from './cli-error.js'
import { EXIT } from './exit-codes.js'

/**
 * @param signal stops reading standard input, which may never end
 * @throws CliError `file_missing`, `file_unreadable`, `input_given_up`
 */
export async function readInput(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return file === '-' ? await readStandardInput(signal) : await readFile(file)
  } catch (cause) {
    if (signal?.aborted) {
      throw new CliError('input_given_up', 'Standard input was given up.', EXIT.interrupted, { cause })
    }
    if (codeOf(cause) === 'ENOENT') {
      throw new CliError('file_missing', `There is no file "${file}"; check its path.`, EXIT.notFound, {
        cause,
      })
    }
    const reason = codeOf(cause) === 'EISDIR' ? 'it is a folder' : messageOf(cause)
    throw new CliError(
      'file_unreadable',
      `"${file}" cannot be read (${reason}); choose another file.`,
      EXIT.badInput,
      { cause },
    )
  }
}

async function readStandardInput(signal: AbortSignal | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const input = signal ? addAbortSignal(signal, process.stdin) : process.stdin
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks)
}
