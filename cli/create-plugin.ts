/** Entry point of the package `@fretwork/create-plugin`: `npm create @fretwork/plugin my-plugin`. */
import { basename, resolve } from 'node:path'
import { CliError, EXIT, exitCodeOf, printError } from './errors.js'
import { namesOf, type Shipped } from './scaffold/names.js'
import { scaffoldPackage } from './scaffold/package.js'

/** Written by `npm run packages`: the manifests would bring all of Fretwork with them. */
declare const PLUGINS_OF_FRETWORK: readonly Shipped[]

const USAGE = `Usage: npm create @fretwork/plugin FOLDER

Makes a plugin for Fretwork in a new folder: a page, a command, a service, and a test of each. The folder's name is
the plugin's id: lowercase letters and digits, with single dashes between words, such as chord-quiz.
`

function run([folder, ...rest]: readonly string[]): number {
  if (folder === '--help' || folder === '-h') {
    process.stdout.write(USAGE)
    return EXIT.ok
  }
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
    const why =
      folder === undefined ? 'Name the folder of the new plugin' : 'Give one folder and nothing else'
    throw new CliError('usage', `${why}: npm create @fretwork/plugin chord-quiz.`, EXIT.usage)
  }
  const made = scaffoldPackage('', folder, namesOf(basename(resolve(folder)), PLUGINS_OF_FRETWORK))
  const next = [`cd ${folder}`, 'npm install', 'npm test', 'npm run build'].map(line => `  ${line}`)
  process.stdout.write(`${[...made, '', 'Now:', ...next].join('\n')}\n`)
  return EXIT.ok
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  printError(error, false)
  process.exitCode = exitCodeOf(error)
}
