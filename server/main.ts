// The server's entry and its one face for the command line, which imports it when `fretwork server` is called.
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runServer } from './run.js'

export { printConfig, readConfig } from './config.js'
export { administer } from './database/open.js'
export { StartFailure } from './failure.js'
export { runServer } from './run.js'
export { startServer } from './start.js'
export { addTenant, listTenants, NEW_TENANT, removeTenant, setTenant } from './tenancy/tenants.js'

// Run itself, as in `node dist/server/main.mjs`, it serves; imported, it waits to be asked.
const program = process.argv[1]
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  process.exitCode = await runServer()
}
