/** The command line's front door. `--version` answers before anything else is loaded. */
import { VERSION } from '../src/core/version.js'
import { EXIT } from './exit-codes.js'

const words = process.argv.slice(2)

// Whoever reads no more, such as `head`, wants no more: that is no fault. Commands that listen themselves have more to do.
process.stdout.on('error', error => {
  if (process.stdout.listenerCount('error') > 1) return
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.ok)
  process.stderr.write(`The output cannot be written: ${error.message}.\n`)
  process.exit(EXIT.badInput)
})

// Nobody left to be told: what was asked for is done all the same, and the exit code says how it went.
process.stderr.on('error', error => {
  if (!('code' in error && error.code === 'EPIPE')) process.exit(EXIT.badInput)
})

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`)
} else {
  // The whole story of an error names the lines of the sources, not those of the bundle.
  if (words.includes('--verbose')) process.setSourceMapsEnabled(true)
  const { runProgram } = await import('./program.js')
  process.exitCode = await runProgram(words)
  // A module that was only looked at may have started something; once all is said the program ends all the same.
  if (words.includes('plugins') && words.includes('check')) process.stdout.write('', () => process.exit())
}
