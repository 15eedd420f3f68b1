// `npm run fretwork -- …`: the command line from its sources, without a build.
import { fileURLToPath } from 'node:url'
import './register.mjs'

// In this very process: signals reach the program directly, and its exit code is ours.
const program = new URL('./main.ts', import.meta.url)
process.argv = [process.execPath, fileURLToPath(program), ...process.argv.slice(2)]
await import(program.href)
