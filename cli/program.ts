/** All commands of `fretwork`, and how their errors reach the terminal. Each command's code loads when it runs. */
import { Command, CommanderError, Option } from 'commander'
import { VERSION } from '../src/core/version.js'
import { addPlugins } from './commands/plugins-program.js'
import { addPositions } from './commands/positions-program.js'
import { addServer } from './commands/server-program.js'
import { EXIT } from './exit-codes.js'
import { exitCodeOf, tellError } from './tell-error.js'

/** @param words what was typed after `fretwork` @returns the exit code */
export async function runProgram(words: readonly string[]): Promise<number> {
  let exit: number = EXIT.ok
  const ended = (code: number | undefined) => {
    exit = code ?? EXIT.ok
  }
  const program = new Command('fretwork')
    .description('Replay MIDI, call the API and run the server of Fretwork.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--verbose', 'tell the whole story of an error')
    .showHelpAfterError('(add --help for the words of this command)')
    .exitOverride()

  addServer(program, ended, words.includes('server') ? await serverVariables() : {})
  addApi(program, ended)
  addPlugins(program, ended)
  addReplay(program, ended)
  addPositions(program, ended)

  try {
    await program.parseAsync(deepHelp(words), { from: 'user' })
    return exit
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    tellError(error, program.opts<{ verbose?: boolean }>().verbose === true)
    return exitCodeOf(error)
  }
}

/** `help server tenant add` as `server tenant add --help`: the library's own `help` looks one word deep. */
function deepHelp(words: readonly string[]): string[] {
  return words[0] === 'help' && words.length > 2 ? [...words.slice(1), '--help'] : [...words]
}

/** Loaded for the words that need it: the other commands start without anything of the server. */
async function serverVariables() {
  return (await import('../server/operations/variables.js')).VARIABLES
}

type Ended = (exitCode: number | undefined) => void

function addApi(program: Command, ended: Ended): void {
  const api = program.command('api').description('call the API as the application does')
  const common = (command: Command) =>
    command
      .option(
        '--base-url <address>',
        'where the server answers',
        process.env.FRETWORK_URL ?? 'http://127.0.0.1:4680',
      )
      .option('--tenant <key>', 'tenant of the call', process.env.FRETWORK_TENANT ?? 'fretwork')
      .option('--json', 'print JSON')
  common(api.command('login'))
    .description('log in and keep the session for later calls')
    .requiredOption('--email <address>', 'address of the account')
    .option('--password <password>', 'password; better in FRETWORK_PASSWORD, or typed when asked')
    .action(async options => ended(await (await import('./commands/api.js')).logIn(options)))
  common(api.command('whoami'))
    .description('print who is logged in')
    .action(async options => ended(await (await import('./commands/api.js')).whoAmI(options)))
  common(api.command('logout'))
    .description('end the session')
    .action(async options => ended(await (await import('./commands/api.js')).logOut(options)))
}

function addReplay(program: Command, ended: Ended): void {
  program
    .command('replay <file>')
    .description(
      'play a .mid file, its JSON or an exported log through the MIDI input; "-" reads standard input',
    )
    .option('--fast', 'as fast as possible instead of in real time')
    .addOption(
      new Option('--format <format>', 'how events are printed').choices(['text', 'ndjson']).default('text'),
    )
    .action(async (file, options) =>
      ended(await (await import('./replay/command.js')).replayFile(file, options)),
    )
}
