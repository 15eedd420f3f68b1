// Entry point for `node dist/server/main.mjs`. The CLI uses `run.ts` directly.
import { runServer } from './run.js'

process.exitCode = await runServer()
