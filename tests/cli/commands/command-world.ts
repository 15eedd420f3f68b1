// Server or database for the command tests in one file.
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { stateHome } from '../../server/support/state-home.js'
import { PASSWORD, serverForFile } from '../../server/support/test-app.js'
import { testFolder } from '../../support/test-folder.js'

/** Starts a server with a URL and a high login limit. Sessions and configuration share one folder. */
export async function serverForCommands() {
  const { db, server } = await serverForFile({ env: { FRETWORK_LOGINS_PER_MINUTE: '5000,5000' } })
  const { at, put } = testFolder({}, true)
  const baseUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })
  beforeEach(() => {
    vi.stubEnv('FRETWORK_URL', baseUrl)
    vi.stubEnv('FRETWORK_PASSWORD', PASSWORD)
  })
  return { db, server, baseUrl, at, put }
}

/** Sets the environment so that `fretwork server` administers this database. */
export function administering(databaseUrl: string): void {
  const home = stateHome()
  beforeEach(() => {
    vi.stubEnv('DATABASE_URL', databaseUrl)
    vi.stubEnv('FRETWORK_HOME', home.path)
  })
  afterEach(() => void vi.unstubAllEnvs())
  afterAll(() => home.remove())
}
