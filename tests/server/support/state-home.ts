// State folders for tests that start a whole server; cleanup also removes the server's files elsewhere.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../../../server/database/embedded/binaries.js'
import { clusterFolder } from '../../../server/database/embedded/embedded.js'

export interface StateHome {
  readonly path: string
  /** PostgreSQL data folder; outside the state folder if the tests run as root. */
  readonly cluster: string
  remove(): void
}

export function stateHome(): StateHome {
  const path = mkdtempSync(join(tmpdir(), 'fretwork-home-'))
  const cluster = clusterFolder(path, databaseAccount())
  return {
    path,
    cluster,
    remove: () => {
      for (const folder of [cluster, path]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
