/** `fretwork replay`. */
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

export async function replayFile(
  file: string,
  _options: { fast?: boolean; format: string },
): Promise<number> {
  throw new CliError('not_ready', `Replaying ${file} is not there yet.`, EXIT.unexpected)
}
