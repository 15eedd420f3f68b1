// System PostgreSQL alongside the embedded one: a different version and build, started without server code.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount } from '../../../server/database/embedded/binaries.js'

/** Installation folders of PostgreSQL system packages. */
const PLACES = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt']

/** Returns the program folder of the newest installed version. */
export function machinePostgres(): string | undefined {
  const found = PLACES.filter(place => existsSync(place)).flatMap(place =>
    readdirSync(place)
      .map(name => join(place, name, 'bin'))
      .filter(folder => existsSync(join(folder, 'initdb'))),
  )
  return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
}

/** Starts an empty cluster. `host` is the socket folder, and `settings` are command-line options. */
export function startMachinePostgres(programs: string, settings = "-c listen_addresses=''") {
  const account = databaseAccount()
  // Socket paths have a length limit, and the PostgreSQL account needs access to the folder.
  const folder = mkdtempSync('/tmp/fw-pg-')
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    if (status !== 0) throw new Error(`${program} of ${programs} failed: ${stderr}`)
  }
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const options = `-k ${folder} ${settings} -c timezone=UTC`
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  return {
    host: folder,
    superuser: 'postgres',
    async close() {
      run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
