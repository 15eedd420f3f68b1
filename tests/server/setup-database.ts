// Starts one PostgreSQL instance for all integration tests of a run and stops it afterwards: the embedded
// server, or the system's if FRETWORK_TEST_POSTGRES is set to its program folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { asOwner } from '../../server/database/connection.js'
import { databaseAccount } from '../../server/database/embedded/binaries.js'
import { clusterFolder, startEmbeddedPostgres } from '../../server/database/embedded/embedded.js'
import { migrate } from '../../server/database/migrate.js'
import { addTenant, NEW_TENANT } from '../../server/tenants/tenants.js'
import { startMachinePostgres } from './support/machine-postgres.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL socket folder and superuser. */
    postgres: { host: string; user: string }
    /** Migrated database with two tenants; each test file gets a copy. */
    template: string
    /** Migrated database without tenants. */
    migrated: string
  }
}

const TEMPLATE = 'template_of_tests'
const MIGRATED = 'migrated_template'

const OTHER_TENANT = {
  ...NEW_TENANT,
  ...{ key: 'other', name: 'Other', hosts: ['other.example'], origins: ['https://app.other.example'] },
}

const addressOf = (server: { host: string; user: string }, database: string) => ({
  owner: { ...server, database },
  app: {},
})

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), 'fretwork-tests-'))
  const programs = process.env.FRETWORK_TEST_POSTGRES
  const postgres = programs ? startMachinePostgres(programs) : await startEmbeddedPostgres(home)
  const server = { host: postgres.host, user: postgres.superuser }
  project.provide('postgres', server)
  project.provide('template', TEMPLATE)
  project.provide('migrated', MIGRATED)
  await asOwner(addressOf(server, 'postgres'), async owner => {
    // The data is temporary, so durability and vacuuming are turned off.
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
      await owner.query(`ALTER SYSTEM SET ${setting} = off`)
    await owner.query('SELECT pg_reload_conf()')
    await owner.query(`CREATE DATABASE ${MIGRATED}`)
  })
  await asOwner(addressOf(server, MIGRATED), migrate)
  await asOwner(addressOf(server, 'postgres'), owner =>
    owner.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE ${MIGRATED}`),
  )
  await asOwner(addressOf(server, TEMPLATE), async owner => {
    await addTenant(owner, { ...NEW_TENANT, key: 'fretwork', name: 'Fretwork' })
    await addTenant(owner, OTHER_TENANT)
  })
  return async () => {
    await postgres.close()
    rmSync(clusterFolder(home, databaseAccount()), { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
  }
}
