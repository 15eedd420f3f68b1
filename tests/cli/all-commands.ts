/** Lists every CLI command, for tests of rules that apply to all commands. */
import type { Command } from 'commander'

export interface AtPath {
  /** Command words after `fretwork`. */
  readonly path: readonly string[]
  readonly command: Command
}

export function commandsBelow(command: Command, path: readonly string[] = []): AtPath[] {
  return command.commands.flatMap(each => {
    const below = [...path, each.name()]
    return [{ path: below, command: each }, ...commandsBelow(each, below)]
  })
}
