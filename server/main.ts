// Entry of `node dist/server/main.mjs`. The command line uses `run.ts` directly.
import { runServer } from './run.js'

process.exitCode = await runServer()
