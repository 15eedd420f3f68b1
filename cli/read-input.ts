/** A file as bytes, or standard input for `-`; what cannot be read ends the program with one sentence. */
import { readFile } from 'node:fs/promises'
import { codeOf, messageOf } from '../src/core/platform/fretwork-error.js'
import { CliError } from './cli-error.js'
import { EXIT } from './exit-codes.js'

/** @throws CliError `file_missing`, `file_unreadable` */
export async function readInput(file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await readStandardInput() : await readFile(file)
  } catch (cause) {
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

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}
