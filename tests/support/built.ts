/** Built programs that tests start as separate processes. Starting from source would compile them each time. */
import { fileURLToPath } from 'node:url'

export const BUILT_CLI = fileURLToPath(new URL('../../dist/cli/main.mjs', import.meta.url))
export const BUILT_SERVER = fileURLToPath(new URL('../../dist/server/main.mjs', import.meta.url))
