import type { Command } from 'commander'
import { oneTypoApart } from '../src/core/commands/search/typos.js'
import { CliError, wrongUsage } from './errors.js'

/** Prefix matches; only without one, names that differ by a typo. */
export function nearestNames(typed: string, known: readonly string[]): readonly string[] {
  const begun = known.filter(name => typed !== '' && name.startsWith(typed))
  return begun.length > 0 ? begun : known.filter(name => oneTypoApart(typed, name))
}

export function refuseUnknown(command: Command): void {
  if (command.commands.length === 0) return
  command.on('command:*', ([typed = '']: readonly string[]) => {
    throw unknownCommand(command, typed)
  })
}

export function unknownCommand(command: Command, typed: string): CliError {
  const near = nearestNames(
    typed,
    command.commands.map(each => each.name()),
  )
  const path = pathOf(command)
  const hint = near.length > 0 ? `did you mean ${near.map(name => `"${name}"`).join(' or ')}?` : ''
  const message = `There is no command "${path} ${typed}"; ${hint || `"${path} --help" lists all.`}`
  return wrongUsage('command_unknown', message)
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}
