/** Built programs for tests with separate processes, which would otherwise compile the sources each time. */
import { fileURLToPath } from 'node:url'

export const BUILT_CLI = fileURLToPath(new URL('../../dist/cli/main.mjs', import.meta.url))
export const BUILT_SERVER = fileURLToPath(new URL('../../dist/server/main.mjs', import.meta.url))
