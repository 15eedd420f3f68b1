// `npm run fretwork -- …`: runs the command line from its sources.
import { fileURLToPath } from 'node:url'
import './register.mjs'

// Loaded into this process, so that signals and the exit code pass through.
const program = new URL('./main.ts', import.meta.url)
process.argv = [process.execPath, fileURLToPath(program), ...process.argv.slice(2)]
await import(program.href)
