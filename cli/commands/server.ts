/** `fretwork server`: reaches the server only when it is asked for. */
import { messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

export async function start(): Promise<number> {
  const { runServer } = await import('../../server/run.js')
  return await runServer()
}

export async function config(): Promise<number> {
  const { printConfig, readConfig } = await import('../../server/config.js')
  try {
    process.stdout.write(`${printConfig(readConfig(process.env))}\n`)
  } catch (error) {
    throw new CliError('config_invalid', messageOf(error), EXIT.badInput, { cause: error })
  }
  return EXIT.ok
}
