// Lets Node run the project's TypeScript from any folder: `node --import ./cli/register.mjs file.ts`.
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

// Use this project's compiler, regardless of the working directory.
process.env.TS_NODE_COMPILER ??= fileURLToPath(import.meta.resolve('typescript'))
process.env.TS_NODE_PROJECT ??= fileURLToPath(new URL('../tsconfig.json', import.meta.url))
register('ts-node/esm', import.meta.url)
register('./json-hook.mjs', import.meta.url)
