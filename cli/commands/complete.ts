/** `fretwork complete`: scripts for shells, and the words that those ask for while somebody types. */
import type { Command } from 'commander'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'

const SHELLS = ['bash', 'zsh', 'fish']

/** @param words all that was typed: `complete zsh`, or what the script asks, `complete -- replay --fo` */
export async function complete(program: Command, words: readonly string[]): Promise<number> {
  const [, shell] = words
  if (shell === '--help' || shell === '-h' || shell === undefined) {
    program.commands.find(command => command.name() === 'complete')?.outputHelp()
    return shell === undefined ? EXIT.usage : EXIT.ok
  }
  const { default: library } = await import('@bomb.sh/tab/commander')
  const completions = library(withoutOwn(program))
  if (shell === '--') {
    completions.parse([...words.slice(2)])
    return EXIT.ok
  }
  if (!SHELLS.includes(shell)) {
    throw new CliError(
      'shell_unknown',
      `There are no completions for "${shell}"; choose ${SHELLS.join(', ')}.`,
      EXIT.usage,
    )
  }
  if (shell !== 'bash') {
    completions.setup('fretwork', 'fretwork', shell)
    return EXIT.ok
  }
  const { mendedForBash } = await import('./bash-completion.js')
  process.stdout.write(`${mendedForBash(setUp(() => completions.setup('fretwork', 'fretwork', shell)))}\n`)
  return EXIT.ok
}

/** The library prints its script; this gives it back instead. */
function setUp(print: () => void): string {
  const { log } = console
  const said: string[] = []
  console.log = text => void said.push(String(text))
  try {
    print()
  } finally {
    console.log = log
  }
  return said.join('\n')
}

/** The library adds a command of this name to the program. */
function withoutOwn(program: Command): Command {
  const commands = program.commands as Command[]
  const own = commands.findIndex(command => command.name() === 'complete')
  if (own >= 0) commands.splice(own, 1)
  return program
}
