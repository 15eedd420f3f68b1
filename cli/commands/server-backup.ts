// `fretwork server backup` and `restore`: the file's side of them.
import { open, rename, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { EXIT } from '../exit-codes.js'
import { told } from './server-told.js'

const STANDARD = '-'

export async function backup(file: string): Promise<number> {
  const { backUp } = await import('../../server/operations/backup.js')
  const { administer, readConfig } = await database()
  await told('backup_failed', async () => {
    const config = readConfig(process.env)
    const write = (out: Writable) => administer(config, owner => backUp(owner, out))
    const rows = file === STANDARD ? await write(process.stdout) : await whole(file, write)
    process.stderr.write(`${rows} rows are written${file === STANDARD ? '' : ` to ${file}`}.\n`)
  })
  return EXIT.ok
}

export async function restore(
  file: string,
  { endSessions = false }: { endSessions?: boolean },
): Promise<number> {
  const { restoreFrom } = await import('../../server/operations/restore.js')
  const { administer, readConfig } = await database()
  await told('restore_failed', async () => {
    const config = readConfig(process.env)
    // Opened before the database is, so that a name that is not there costs nothing.
    const input: Readable = file === STANDARD ? process.stdin : (await open(file)).createReadStream()
    const rows = await administer(config, owner => restoreFrom(owner, input, { endSessions }))
    process.stderr.write(`${rows} rows are restored.\n`)
  })
  return EXIT.ok
}

/** The file is there whole or not at all, readable by its owner only: it holds hashes and addresses. */
async function whole<T>(file: string, write: (out: Writable) => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.part`
  const opened = await open(draft, 'wx', 0o600)
  try {
    const result = await write(opened.createWriteStream())
    await rename(draft, file)
    return result
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function database() {
  const [{ readConfig }, { administer }] = await Promise.all([
    import('../../server/config.js'),
    import('../../server/database/open.js'),
  ])
  return { administer, readConfig }
}
