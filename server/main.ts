// The server's entry: what `node dist/server/main.mjs` runs. The command line starts `run.ts` itself.
import { runServer } from './run.js'

process.exitCode = await runServer()
