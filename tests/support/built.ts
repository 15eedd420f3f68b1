/** What tests start as a process of its own, as users do. From its sources each would compile them first. */
import { fileURLToPath } from 'node:url'

export const BUILT_CLI = fileURLToPath(new URL('../../dist/cli/main.mjs', import.meta.url))
export const BUILT_SERVER = fileURLToPath(new URL('../../dist/server/main.mjs', import.meta.url))
