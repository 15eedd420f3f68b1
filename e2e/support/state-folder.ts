// State folder for a run, deleted afterwards with the database cluster of its server.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../../server/database/embedded/binaries.js'
import { clusterFolder } from '../../server/database/embedded/embedded.js'
import { runningPostmaster } from '../../server/database/embedded/postgres-process.js'

export interface StateFolder {
  readonly home: string
  /** Returns the process id of the server that uses the folder. @throws Error without such a server */
  serverPid(): number
  /** Returns the process id of the database of the folder. */
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
