/** The command line's front door. `--version` answers before anything else is loaded. */
import { VERSION } from '../src/core/version.js'

const words = process.argv.slice(2)

if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`)
} else {
  const { runProgram } = await import('./program.js')
  process.exitCode = await runProgram(words)
  // A module that was only looked at may have started something; once all is said the program ends all the same.
  if (words.includes('plugins') && words.includes('check')) process.stdout.write('', () => process.exit())
}
