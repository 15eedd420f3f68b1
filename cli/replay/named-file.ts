/** A file as sentences call it. */
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

export const STANDARD = '-'

/** As it is called in sentences. */
export function nameOfFile(file: string): string {
  return file === STANDARD ? 'standard input' : file
}

/** What reading a file threw, with the file's name before it. */
export function inFile(file: string, thrown: unknown): CliError {
  return new CliError(codeOf(thrown), `${nameOfFile(file)}: ${messageOf(thrown)}`, EXIT.badInput, {
    cause: thrown,
  })
}
