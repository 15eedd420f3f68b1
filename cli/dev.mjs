// Runs the CLI from its sources: `npm run fretwork -- …`.
import { fileURLToPath } from 'node:url'
import './register.mjs'

// Load the program into this process, so that signals and the exit code pass through.
const program = new URL('./main.ts', import.meta.url)
process.argv = [process.execPath, fileURLToPath(program), ...process.argv.slice(2)]
await import(program.href)
