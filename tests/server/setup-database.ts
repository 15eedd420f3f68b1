// Starts one real PostgreSQL for all integration tests of a run, in a folder of its own, and ends it afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseAccount } from '../../server/database/account.js'
import { clusterFolder, startEmbeddedPostgres } from '../../server/database/embedded.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of PostgreSQL's socket, and its superuser. */
    postgres: { host: string; user: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'fretwork-tests-'))
  const postgres = await startEmbeddedPostgres(home)
  project.provide('postgres', { host: postgres.host, user: postgres.superuser })
  return async () => {
    await postgres.close()
    rmSync(clusterFolder(home, databaseAccount()), { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
  }
}
