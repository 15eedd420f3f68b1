// Temporary state folder, deleted afterwards together with its server's database cluster.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../../server/database/embedded/binaries.js'
import { clusterFolder } from '../../server/database/embedded/embedded.js'
import { runningPostmaster } from '../../server/database/embedded/postgres-process.js'

export interface StateFolder {
  readonly home: string
  /** Returns the process ID of the server that uses the folder. @throws Error if there is no server */
  serverPid(): number
  /** Returns the process ID of the folder's database. */
  databasePid(): number | undefined
  remove(): void
}

export function makeStateFolder(): StateFolder {
  const home = mkdtempSync(join(tmpdir(), 'fretwork-'))
  const cluster = clusterFolder(home, databaseAccount())
  return {
    home,
    serverPid: () => Number(JSON.parse(readFileSync(join(home, 'server.lock'), 'utf8')).pid),
    databasePid: () => runningPostmaster(join(cluster, 'data'))?.pid,
    remove() {
      rmSync(cluster, { recursive: true, force: true })
      rmSync(home, { recursive: true, force: true })
    },
  }
}
