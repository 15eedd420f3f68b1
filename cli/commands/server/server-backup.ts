import { open, rename, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { codeOf } from '../../../src/core/platform/fretwork-error.js'
import { badInput } from '../../errors.js'
import { STANDARD } from '../../io/files.js'
import { onDatabase, withConfig } from './server.js'

export async function backup(file: string): Promise<void> {
  const { backUp } = await import('../../../server/operations/backup.js')
  const write = (out: Writable) => onDatabase('backup_failed', owner => backUp(owner, out))
  const rows = file === STANDARD ? await toReader(write) : await whole(file, write)
  process.stderr.write(`Backed up ${rows} rows${file === STANDARD ? '' : ` to ${file}`}.\n`)
}

export async function restore(file: string, options: { endSessions?: boolean }): Promise<void> {
  const { restoreInto } = await import('../../../server/operations/restore.js')
  const { endSessions = false } = options
  const rows = await withConfig('restore_failed', async config => {
    // Opened first, so that a wrong file name fails at once.
    const input: Readable = file === STANDARD ? process.stdin : (await open(file)).createReadStream()
    return restoreInto(config, input, { endSessions })
  })
  process.stderr.write(`Restored ${rows} rows.\n`)
}

/** Readable by its owner only: it contains hashes and email addresses. */
async function whole<T>(file: string, write: (out: Writable) => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.part`
  try {
    const opened = await open(draft, 'wx', 0o600)
    const result = await write(opened.createWriteStream())
    await rename(draft, file)
    return result
  } catch (error) {
    await rm(draft, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const reason = error.message.split(',')[0] ?? error.message
    throw badInput('backup_failed', `"${file}" cannot be written (${reason}); use another file.`, error)
  }
}

async function toReader<T>(write: (out: Writable) => Promise<T>): Promise<T> {
  try {
    return await write(process.stdout)
  } catch (error) {
    if (codeOf(error) !== 'EPIPE') throw error
    const message =
      'The output was closed before the backup was complete; read it to the end, or name a file.'
    throw badInput('backup_failed', message, error)
  }
}
