/** Entry point of the CLI. Handles `--version` before loading anything else. */
import { VERSION } from '../src/core/version.js'
import { EXIT } from './errors.js'
import { isVerbose } from './flags.js'

const words = process.argv.slice(2)

// A reader such as `head` may stop early. Some commands have their own listener.
process.stdout.on('error', error => {
  if (process.stdout.listenerCount('error') > 1) return
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.ok)
  process.stderr.write(`The output cannot be written: ${error.message}.\n`)
  process.exit(EXIT.badInput)
})

// If standard error fails, the exit code still shows the result.
process.stderr.on('error', error => {
  if (!('code' in error && error.code === 'EPIPE')) process.exit(EXIT.badInput)
})

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`)
} else {
  // With source maps, stack traces refer to the source files.
  if (isVerbose(words)) process.setSourceMapsEnabled(true)
  const { runProgram } = await import('./program.js')
  process.exitCode = await runProgram(words)
  // A checked module may have left something running, so exit once everything is printed.
  if (words.includes('plugins') && words.includes('check')) process.stdout.write('', () => process.exit())
}
