import { existsSync } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import type { Client } from 'pg'
import type { Config } from '../../../server/config.js'
import type { StartFailure } from '../../../server/failure.js'
import type { Level } from '../../../src/core/contract/claims.js'
import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { badInput, CliError, EXIT, notFound, wrongUsage } from '../../errors.js'
import { readInput, STANDARD } from '../../io/files.js'

// The server is a separate bundle that is loaded on demand.
const loadConfig = () => import('../../../server/config.js')

export async function start(): Promise<number> {
  return (await import('../../../server/run.js')).runServer()
}

export async function config(): Promise<void> {
  const { printConfig, readConfig } = await loadConfig()
  const { checkProduction } = await import('../../../server/operations/production.js')
  try {
    const config = readConfig(process.env)
    process.stdout.write(`${printConfig(config)}\n`)
    checkProduction(config)
  } catch (error) {
    throw badInput('config_invalid', messageOf(error), error)
  }
}

export async function rotateKey(): Promise<void> {
  const { rotateSigningKey } = await import('../../../server/auth/signing-keys.js')
  await withConfig('key_refused', ({ home }) => rotateSigningKey(home, Date.now()))
  process.stdout.write('Created a new key. Running servers will use it within 30 seconds.\n')
}

export async function migrate({ check }: { check?: boolean }): Promise<number> {
  const { migrateDatabase } = await import('../../../server/database/open.js')
  const pending = await withConfig('migration_failed', config => migrateDatabase(config, check === true))
  if (pending.length === 0) process.stdout.write('The database is up to date.\n')
  else process.stdout.write(`Pending migrations:\n${pending.map(id => `  ${id}\n`).join('')}`)
  return pending.length === 0 ? EXIT.ok : EXIT.mismatch
}

export async function createAdmin(email: string, options: { name?: string; tenant?: string }): Promise<void> {
  const { createAdminAt } = await import('../../../server/admin/create-admin.js')
  await withConfig('admin_refused', async config => {
    const admin = { email, name: options.name }
    const made = await createAdminAt(config, options.tenant, admin, Date.now())
    const { tenant, outbox, created, emailed } = made
    const lines = [
      created
        ? `Created ${email} as an administrator of "${tenant}".`
        : `${email} is an administrator of "${tenant}".`,
    ]
    if (emailed) {
      const where =
        config.smtpUrl === undefined
          ? `writes an email with it to ${outbox}, since SMTP_URL is not set`
          : 'sends it by email'
      lines.push(
        'The password is chosen through a link that works for one hour.',
        `A running server ${where} within 15 seconds. Otherwise the next server to start within a day does.`,
        'For another link, run this command again, or use "Forgot your password?" on the login page.',
      )
    } else lines.push('This account already has a password. Log in again to see the administration pages.')
    process.stdout.write(`${lines.join('\n')}\n`)
  })
}

export async function removeSecondFactor(email: string, options: { tenant?: string }): Promise<void> {
  const { removeSecondFactorAt } = await import('../../../server/admin/user-commands.js')
  const tenant = await withConfig('second_factor_refused', config =>
    removeSecondFactorAt(config, options.tenant, email, Date.now()),
  )
  process.stdout.write(
    `Removed the second factor of ${email} in "${tenant}". The user gets an email, and logs in with the password alone.\n`,
  )
}

/** Maximum import size, bytes. The limit over HTTP is the same. */
const MAX_IMPORT_BYTES = 64 * 1024

export async function invite(file: string, options: { teacher?: string; tenant?: string }): Promise<void> {
  const bytes = await readInput(file)
  if (bytes.length > MAX_IMPORT_BYTES)
    throw badInput('import_invalid', `"${file}" is too large (maximum 64 KB). Split it into several files.`)
  const given = { csv: new TextDecoder().decode(bytes), teacher: options.teacher }
  const { importPeopleAt } = await import('../../../server/admin/import-people.js')
  const { invited, present, groups } = await withConfig('import_invalid', config =>
    importPeopleAt(config, options.tenant, given, Date.now()),
  )
  process.stdout.write(`Invited: ${invited}\nAlready have an account: ${present}\nGroups: ${groups}\n`)
}

export async function grant(
  level: Level,
  emails: readonly string[],
  { everyone = false, tenant }: { everyone?: boolean; tenant?: string },
): Promise<void> {
  if (everyone === emails.length > 0)
    throw wrongUsage('usage', 'Specify email addresses, or --everyone for all users, but not both.')
  const { grantPlanAt } = await import('../../../server/admin/user-commands.js')
  const given = { level, emails: everyone ? undefined : emails }
  const count = await withConfig('plan_refused', config => grantPlanAt(config, tenant, given, Date.now()))
  process.stdout.write(`Granted the plan "${level}". Users: ${count}\n`)
}

export async function deleteUser(
  email: string,
  { yes = false, tenant }: { yes?: boolean; tenant?: string },
): Promise<void> {
  if (!yes) {
    const message = `This permanently deletes the account of ${email} and all its data. To confirm, run the command again with --yes.`
    throw wrongUsage('not_confirmed', message)
  }
  const { deleteUserAt } = await import('../../../server/admin/user-commands.js')
  await withConfig('deletion_refused', config => deleteUserAt(config, tenant, email, Date.now()))
  process.stdout.write(`Deleted the account of ${email}.\n`)
}

export async function demoData({ people = '60', remove = false }): Promise<void> {
  const { isDemo } = await loadConfig()
  const demo = await import('../../../server/demo/demo-people.js')
  const number = Number(people)
  if (!Number.isInteger(number) || number < 1 || number > demo.MAX_DEMO_PEOPLE) {
    const message = `--people must be a whole number from 1 to ${demo.MAX_DEMO_PEOPLE}, not "${people}".`
    throw wrongUsage('usage', message)
  }
  const count = await withConfig('demo_data_failed', config => {
    if (!isDemo(config)) {
      const message =
        'Demo data is only for demo mode: unset DATABASE_URL and NODE_ENV, and leave HOST at loopback.'
      throw badInput('not_a_demo', message)
    }
    return demo.withDemo(config, scope =>
      remove ? demo.removeDemoPeople(scope) : demo.addDemoPeople(scope, number, Date.now()),
    )
  })
  process.stdout.write(remove ? `Removed ${count} people.\n` : `Added ${count} people.\n`)
}

/** @throws CliError with the server's failure code, or with `code` after a file system error */
export async function withConfig<T>(code: string, work: (config: Config) => T | Promise<T>): Promise<T> {
  const { readConfig } = await loadConfig()
  try {
    return await work(readConfig(process.env))
  } catch (error) {
    // Check the name instead of the class, because the server is a separate bundle.
    const { name, code: ofServer, message, exitCode } = Object(error) as StartFailure
    if (name === 'StartFailure') throw new CliError(ofServer, message, exitCode, { cause: error })
    if (!(error instanceof Error && 'syscall' in error && 'path' in error)) throw error
    if (codeOf(error) === 'ENOENT')
      throw notFound(code, `The file "${String(error.path)}" does not exist; check its path.`, error)
    throw badInput(code, `${String(error.path)} cannot be used: ${error.message}; use another file.`, error)
  }
}

/** Runs `work` as the database owner, with or without a running server. */
export async function onDatabase<T>(code: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const { administer } = await import('../../../server/database/open.js')
  return withConfig(code, config => administer(config, work))
}

export async function backup(file: string): Promise<void> {
  const { backUp, keysIn } = await import('../../../server/operations/backup.js')
  const write = (out: Writable) =>
    withConfig('backup_failed', async config => {
      const { administer } = await import('../../../server/database/open.js')
      return administer(config, async owner => backUp(owner, out, await keysIn(config.home)))
    })
  const rows = file === STANDARD ? await toReader(write) : await whole(file, write)
  process.stderr.write(`Backed up ${rows} rows${file === STANDARD ? '' : ` to ${file}`}.\n`)
}

interface RestoreWords {
  readonly endSessions?: boolean
  readonly verify?: boolean
}

export async function restore(file: string, { endSessions = false, verify }: RestoreWords): Promise<void> {
  const { restoreInto, verifyBackup } = await import('../../../server/operations/restore.js')
  const rows = await withConfig('restore_failed', async config => {
    // Open the file first, so that a wrong file name fails immediately.
    const input: Readable = file === STANDARD ? process.stdin : (await open(file)).createReadStream()
    return verify ? verifyBackup(input) : restoreInto(config, input, { endSessions })
  })
  const done = verify ? `The backup is complete: ${rows} rows can be restored.` : `Restored ${rows} rows.`
  process.stderr.write(`${done}\n`)
}

/** Writes a file that only its owner can read, because it contains hashes and email addresses. */
async function whole<T>(file: string, write: (out: Writable) => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.part`
  if (existsSync(file)) throw badInput('backup_exists', `"${file}" already exists. Use another file.`)
  try {
    const opened = await open(draft, 'wx', 0o600)
    const result = await write(opened.createWriteStream())
    // Unlike a rename, a link doesn't replace a file that was created in the meantime.
    await link(draft, file)
    return result
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const reason = error.message.split(',')[0] ?? error.message
    throw badInput('backup_failed', `"${file}" cannot be written (${reason}); use another file.`, error)
  } finally {
    await rm(draft, { force: true })
  }
}

async function toReader<T>(write: (out: Writable) => Promise<T>): Promise<T> {
  try {
    return await write(process.stdout)
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error
    const message =
      'The output was closed before the backup was complete. Read it to the end, or back up to a file.'
    throw badInput('backup_failed', message, error)
  }
}
