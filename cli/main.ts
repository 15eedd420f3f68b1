/** Entry of the command line. `--version` is answered before anything else is loaded. */
import { VERSION } from '../src/core/version.js'
import { EXIT } from './errors.js'
import { isVerbose } from './flags.js'

const words = process.argv.slice(2)

// Readers such as `head` may stop early; some commands have their own listener.
process.stdout.on('error', error => {
  if (process.stdout.listenerCount('error') > 1) return
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.ok)
  process.stderr.write(`The output cannot be written: ${error.message}.\n`)
  process.exit(EXIT.badInput)
})

// Without standard error, the exit code still reports the result.
process.stderr.on('error', error => {
  if (!('code' in error && error.code === 'EPIPE')) process.exit(EXIT.badInput)
})

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`)
} else {
  // Source maps let stack traces name lines of the sources.
  if (isVerbose(words)) process.setSourceMapsEnabled(true)
  const { runProgram } = await import('./program.js')
  process.exitCode = await runProgram(words)
  // A checked module may have started something, so the process ends once everything is printed.
  if (words.includes('plugins') && words.includes('check')) process.stdout.write('', () => process.exit())
}
