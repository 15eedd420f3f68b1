import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { badInput, EXIT } from '../../errors.js'
import { onDatabase, withCliErrors } from './server-errors.js'

export async function start(): Promise<number> {
  const { runServer } = await import('../../../server/run.js')
  return await runServer()
}

export async function config(): Promise<number> {
  const [{ printConfig, readConfig }, { checkProduction }] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/operations/production.js'),
  ])
  try {
    const config = readConfig(process.env)
    process.stdout.write(`${printConfig(config)}\n`)
    checkProduction(config)
  } catch (error) {
    throw badInput('config_invalid', messageOf(error), error)
  }
  return EXIT.ok
}

export async function rotateKey(): Promise<number> {
  const [{ readConfig }, { rotateSigningKey }] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/auth/signing-keys.js'),
  ])
  await withCliErrors('key_refused', async () => rotateSigningKey(readConfig(process.env).home, Date.now()))
  process.stdout.write('Created a new key. Running servers will use it within 30 seconds.\n')
  return EXIT.ok
}

export async function migrate(): Promise<number> {
  // Opening the database runs the migrations.
  await onDatabase('migration_failed', () => Promise.resolve())
  process.stdout.write('The database is up to date.\n')
  return EXIT.ok
}
