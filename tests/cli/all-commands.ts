/** Every command of the program, for tests that hold all of them to one rule. */
import type { Command } from 'commander'

export interface AtPath {
  /** What is typed after `fretwork`. */
  readonly path: readonly string[]
  readonly command: Command
}

export function commandsBelow(command: Command, path: readonly string[] = []): AtPath[] {
  return command.commands.flatMap(each => {
    const below = [...path, each.name()]
    return [{ path: below, command: each }, ...commandsBelow(each, below)]
  })
}
