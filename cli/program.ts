import { existsSync } from 'node:fs'
import { type Command, CommanderError } from 'commander'
import { oneTypoApart } from '../src/core/commands/search/text-form.js'
import { VERSION } from '../src/core/version.js'
import { addApi } from './commands/api/api-program.js'
import { addPlugins } from './commands/plugins/plugins-program.js'
import {
  addAudio,
  addChord,
  addLibrary,
  addMidi,
  addPositions,
  addPractice,
  addReport,
  addRun,
  addShell,
  addSong,
  addSync,
} from './commands/programs.js'
import { addReplay } from './commands/run/replay-program.js'
import { addServer } from './commands/server/server-program.js'
import { type CliError, EXIT, exitCodeOf, exitCodesText, printError, wrongUsage } from './errors.js'
import { FLAGS, isVerbose } from './flags.js'
import { pathOf, Words, withSubcommands } from './help.js'

type Variables = Readonly<Record<string, string>>

export async function runProgram(words: readonly string[]): Promise<number> {
  const [first = '', about = ''] = words
  const program = createProgram(words.includes('server') ? await serverVariables() : {}, first)
  try {
    if (first === 'help' && about === 'exit-codes') {
      process.stdout.write(exitCodesText())
      return EXIT.ok
    }
    const isAbout = first === 'help' && about !== '' && !about.startsWith('-')
    if (isAbout && !program.commands.some(each => each.name() === about)) throw unknownCommand(program, about)
    if (first === 'complete')
      return await (await import('./commands/shell/complete.js')).complete(program, words)
    await program.parseAsync(filesFirst(program, deepHelp(words)), { from: 'user' })
    return program.exit
  } catch (error) {
    if (error instanceof CommanderError) {
      const [, file] = /unknown option '(-[^']*\.\w+)'/.exec(error.message) ?? []
      if (file !== undefined) process.stderr.write(`If "${file}" is a file, write "./${file}".\n`)
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    }
    printError(error, isVerbose(words))
    return exitCodeOf(error)
  }
}

const COMMANDS: ReadonlyMap<string, (program: Words, variables: Variables) => void> = new Map([
  ['replay', addReplay],
  ['report', addReport],
  ['song', addSong],
  ['midi', addMidi],
  ['run', addRun],
  ['api', addApi],
  ['library', addLibrary],
  ['sync', addSync],
  ['positions', addPositions],
  ['practice', addPractice],
  ['chord', addChord],
  ['audio', addAudio],
  ['server', addServer],
  ['plugins', addPlugins],
])

/** @param first first argument; if it is a command, only that command is added */
export function createProgram(serverVariables: Variables = {}, first = ''): Words {
  const program = new Words('fretwork')
    .description('Replay MIDI, call the API and run the server of Fretwork.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command, or "exit-codes"')
    .showHelpAfterError('(add --help for the usage of this command)')
    .enablePositionalOptions()
    .addHelpText('after', () => `\n${exitCodesText()}`)
    .exitOverride()
  const asked = COMMANDS.get(first)
  if (asked) asked(program, serverVariables)
  else {
    for (const add of COMMANDS.values()) add(program, serverVariables)
    addShell(program)
  }
  for (const command of withSubcommands(program)) {
    addGlobalOptions(command)
    refuseUnknown(command)
  }
  return program
}

function addGlobalOptions(command: Command): void {
  command.option(...FLAGS.verbose)
  if (command.parent === null) return
  // Show the version option only in the main help.
  command.version(VERSION, '-V, --version', 'print the version')
  command.options.find(({ long }) => long === '--version')?.hideHelp()
}

/** Rewrites `help` with several words, because Commander supports only one. */
function deepHelp(words: readonly string[]): string[] {
  return words[0] === 'help' && words.length > 2 ? [...words.slice(1), '--help'] : [...words]
}

/** Moves file arguments before options that would take them as values, as in `--ignore velocity song.mid`. */
function filesFirst(program: Command, words: readonly string[]): string[] {
  const [first, second] = words
  const group = program.commands.find(each => each.name() === first)
  const own = group?.commands.find(each => each.name() === second)
  const command = own ?? group
  if (!command?.registeredArguments.some(({ variadic }) => variadic)) return [...words]
  const takers = command.options.filter(({ variadic, optional }) => variadic || optional)
  const files: string[] = []
  const others: string[] = []
  let isTaken = false
  for (const [index, word] of words.entries()) {
    if (word === '--') {
      others.push(...words.slice(index))
      break
    }
    if (word.startsWith('-') && word !== '-') isTaken = takers.some(({ long }) => long === word)
    const isFile = isTaken && (word === '-' || /[*?]/.test(word) || existsSync(word))
    if (isFile) files.push(word)
    else others.push(word)
  }
  others.splice(own ? 2 : 1, 0, ...files)
  return others
}

async function serverVariables() {
  return (await import('../server/config.js')).VARIABLE_HELP
}

/** Returns names with the same prefix, or else names that are one typo away. */
function nearestNames(typed: string, known: readonly string[]): readonly string[] {
  const begun = known.filter(name => typed !== '' && name.startsWith(typed))
  return begun.length > 0 ? begun : known.filter(name => oneTypoApart(typed, name))
}

function refuseUnknown(command: Command): void {
  if (command.commands.length === 0) return
  command.on('command:*', ([typed = '']: readonly string[]) => {
    throw unknownCommand(command, typed)
  })
}

function unknownCommand(command: Command, typed: string): CliError {
  const names = command.commands.map(each => each.name())
  const known = [...nearestNames(typed, names), ...elsewhere(command, typed)]
  const path = pathOf(command)
  const hint =
    known.length > 0
      ? `did you mean ${known.map(name => `"${name}"`).join(' or ')}?`
      : `"${path} --help" lists all.`
  return wrongUsage('command_unknown', `There is no command "${path} ${typed}"; ${hint}`)
}

/** Returns subcommands and options with this name: `fretwork song diff`, `fretwork replay --golden`. */
function elsewhere(command: Command, typed: string): string[] {
  return withSubcommands(command).flatMap(each => {
    const option = each.options.find(({ long }) => long === `--${typed}`)
    const own = each.name() === typed ? [pathOf(each)] : []
    return option?.required && !option.variadic ? [...own, `${pathOf(each)} ${option.long}`] : own
  })
}
