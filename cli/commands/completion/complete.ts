/** `fretwork complete`: scripts for shells, and the candidates that they ask for on Tab. */
import type { Command } from 'commander'
import { CliError } from '../../cli-error.js'
import { EXIT } from '../../exit-codes.js'

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
    const { offerValues } = await import('./completion-values.js')
    offerValues(completions)
    process.stdout.write(`${orFiles(printed(() => completions.parse([...words.slice(2)])))}\n`)
    return EXIT.ok
  }
  if (!SHELLS.includes(shell)) {
    throw new CliError(
      'shell_unknown',
      `There are no completions for "${shell}"; choose ${SHELLS.join(', ')}.`,
      EXIT.usage,
    )
  }
  const script = printed(() => completions.setup('fretwork', 'fretwork', shell))
  process.stdout.write(`${await mended(shell, script)}\n`)
  return EXIT.ok
}

async function mended(shell: string, script: string): Promise<string> {
  if (shell === 'bash') return (await import('./bash-completion.js')).mendedForBash(script)
  if (shell === 'zsh') return (await import('./zsh-completion.js')).mendedForZsh(script)
  return script
}

/** The library keeps the shell from offering files, always; where it has nothing to offer, a file is what is typed. */
function orFiles(answer: string): string {
  const NO_FILES = ':4'
  const FILES = ':0'
  return answer === NO_FILES ? FILES : answer
}

/** The library prints what it has to say; this gives it back instead. */
function printed(print: () => void): string {
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
