/** The bytes of a file, or of standard input; what is wrong with it in one sentence. */
import { readFile } from 'node:fs/promises'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

export const STANDARD = '-'

/** As it is called in sentences. */
export function nameOfFile(file: string): string {
  return file === STANDARD ? 'standard input' : file
}

/** @param file path of the file, or `-` */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return file === STANDARD ? await readInput() : await readFile(file)
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

/** What reading a file threw, with the file's name before it. */
export function inFile(file: string, thrown: unknown): CliError {
  return new CliError(codeOf(thrown), `${nameOfFile(file)}: ${messageOf(thrown)}`, EXIT.badInput, {
    cause: thrown,
  })
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}
