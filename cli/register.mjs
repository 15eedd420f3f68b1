// `node --import ./cli/register.mjs file.ts`: lets Node run the project's TypeScript from any folder.
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

// Uses this project's compiler, whatever the working folder has.
process.env.TS_NODE_COMPILER ??= fileURLToPath(import.meta.resolve('typescript'))
process.env.TS_NODE_PROJECT ??= fileURLToPath(new URL('../tsconfig.json', import.meta.url))
register('ts-node/esm', import.meta.url)
register('./json-hook.mjs', import.meta.url)
register('../scripts/lib/plugin/sdk-hook.mjs', import.meta.url)
