// The server's entry: what `npm start` and the bundle run.
import { runServer } from './run.js'

process.exitCode = await runServer()
