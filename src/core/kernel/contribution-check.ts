import { CORE_COMMANDS } from '../commands/built-in-commands.js'
import type { CommandContribution } from '../commands/command.js'
import { keysWhenOf } from '../commands/keys/key-clashes.js'
import { bindingsClash, type KeyStroke, parseBinding } from '../commands/keys/keys.js'
import { canHoldTogether, parseWhen } from '../commands/when.js'
import { messageOf } from '../platform/fretwork-error.js'
import { CORE_SECTIONS } from '../settings/core-settings.js'
import type { PluginManifest } from './plugin.js'
import type { AddProblem, KeyClash, ManifestProblem } from './plugin-state.js'

export const RESERVED = ['core', 'app']

export function checkContributions(manifests: readonly PluginManifest[], add: AddProblem): KeyClash[] {
  const commands = new Map<string, string>()
  const routes = new Map<string, string>()
  const settings = new Map(CORE_SECTIONS.map(({ id }) => [id, 'core']))
  const keys: Binding[] = CORE_COMMANDS.flatMap(bindingsOf)
  const clashes: KeyClash[] = []
  for (const { id: plugin, contributes } of manifests) {
    const claim = (owners: Map<string, string>, key: string, code: ManifestProblem['code'], what: string) => {
      const first = owners.get(key)
      if (first)
        add(
          plugin,
          code,
          `The ${what} "${key}" already belongs to ${first}. Use a different ${what} in ${plugin}.`,
        )
      else owners.set(key, plugin)
    }
    for (const route of contributes?.routes ?? []) claim(routes, route.path, 'route_twice', 'route')
    for (const section of contributes?.settings ?? [])
      claim(settings, section.id, 'settings_twice', 'settings section')
    const attempt = (what: string, parse: () => unknown) => {
      try {
        parse()
      } catch (error) {
        add(plugin, 'manifest_invalid', `${what} of ${plugin}: ${messageOf(error)}`)
      }
    }
    for (const { id, when } of contributes?.drawers ?? []) {
      attempt(`The drawer "${id}"`, () => when && parseWhen(when))
    }
    for (const { path, when } of contributes?.navigation ?? []) {
      attempt(`The navigation to ${path}`, () => when && parseWhen(when))
    }
    for (const command of contributes?.commands ?? []) {
      for (const id of [command.id, ...(command.formerly ?? [])]) {
        claim(commands, id, 'command_twice', 'command')
        if (!RESERVED.some(name => id.startsWith(`${name}.`))) continue
        const message = `The command ID "${id}" in ${plugin} is reserved; start it with "${plugin}.".`
        add(plugin, 'manifest_invalid', message)
      }
      attempt(`The command "${command.id}"`, () => {
        if (command.when) parseWhen(command.when)
        if (command.keysWhen) parseWhen(command.keysWhen)
        for (const binding of bindingsOf(command)) {
          const first = keys.find(other => clash(other, binding) && canHoldTogether(other.when, binding.when))
          if (first) clashes.push({ key: binding.key, kept: first.command, lost: command.id })
          else keys.push(binding)
        }
      })
    }
  }
  return clashes
}

interface Binding {
  readonly command: string
  readonly when: string | undefined
  readonly key: string
  readonly strokes: readonly (readonly KeyStroke[])[]
}

function bindingsOf(command: CommandContribution): Binding[] {
  return (command.keys ?? []).map(key => ({
    ...{ command: command.id, when: keysWhenOf(command), key },
    strokes: [parseBinding(key, false), parseBinding(key, true)],
  }))
}

function clash(a: Binding, b: Binding): boolean {
  return a.strokes.some((strokes, index) => bindingsClash(strokes, b.strokes[index] ?? []))
}
