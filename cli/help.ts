import { Command, InvalidArgumentError } from 'commander'
import { EXIT } from './errors.js'
import { FLAGS } from './flags.js'

export class Words extends Command {
  /** Exit code of the last command; set on the root program. */
  exit: number = EXIT.ok

  override createCommand(name?: string): Words {
    return new Words(name)
  }

  subcommand(words: string, description: string): Words {
    return this.command(words).description(description)
  }

  flags(...names: readonly (keyof typeof FLAGS)[]): this {
    for (const [flags, description] of names.map(name => FLAGS[name])) this.option(flags, description)
    return this
  }

  onServer(): this {
    return this.option('--env <name>', 'environment from the config file (see "fretwork api env")')
      .option('--base-url <address>', 'URL of the server (FRETWORK_URL)')
      .option('--tenant <key>', 'tenant (FRETWORK_TENANT)')
  }

  note(text: string): this {
    return this.addHelpText('after', `\n${text}`)
  }

  /** Adds examples to the help. tests/cli/consistency.test.ts runs each of them. */
  examples(...lines: readonly string[]): this {
    return this.note(`For example:\n${lines.map(line => `  ${line}`).join('\n')}\n`)
  }

  /** @param work returns the exit code, or nothing for 0 */
  runs(work: (...given: Parameters<Parameters<Command['action']>[0]>) => unknown): this {
    return this.action(async (...given) => {
      let program: Command = this
      while (program.parent) program = program.parent
      Object.assign(program, { exit: (await work(...given)) ?? EXIT.ok })
    })
  }
}

export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/** Maximum timer duration, s. A longer timer would overflow and fire immediately. */
const LONGEST_WAIT_S = Math.floor((2 ** 31 - 1) / 1000)

export function waitSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds >= 0 && seconds <= LONGEST_WAIT_S) return seconds
  throw new InvalidArgumentError(`Expected a number of seconds up to ${LONGEST_WAIT_S}.`)
}

export function wholeCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number above 0.')
}
