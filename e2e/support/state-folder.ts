// A state folder for a run, with the cluster that the server keeps for it, and all of it gone afterwards.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../../server/database/embedded/binaries.js'
import { clusterFolder } from '../../server/database/embedded/embedded.js'
import { runningPostmaster } from '../../server/database/embedded/postgres-process.js'

export interface StateFolder {
  readonly home: string
  /** The process id of the server that holds the folder. @throws Error if no server holds it */
  serverPid(): number
  /** The process id of the database that serves the folder now. */
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
