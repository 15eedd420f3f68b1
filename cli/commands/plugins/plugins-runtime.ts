import type { PluginManifest, PluginRuntime } from '../../../src/core/kernel/manifest/plugin.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { type Finding, nearEnd } from './plugins-finding.js'

type Add = (code: string, message: string) => void

export async function runtimeProblems(manifest: PluginManifest): Promise<Finding[]> {
  const { id } = manifest
  const found: Finding[] = []
  const add: Add = (code, message) => void found.push({ plugin: id, code, message })
  let loaded: unknown
  try {
    loaded = await manifest.load()
  } catch (error) {
    const reason = messageOf(error).split('\n')[0]
    add('runtime_unreadable', `The runtime of ${id} cannot be loaded: ${reason}`)
    return found
  }
  const { default: runtime } = Object(loaded) as { readonly default?: PluginRuntime }
  if (typeof runtime !== 'object' || runtime === null) {
    const message = `The runtime of ${id} has no default export; write export default defineRuntime(…) in the module that "load" imports.`
    add('runtime_without_default', message)
    return found
  }
  checkHandlers(manifest, runtime, add)
  checkChoices(manifest, runtime, add)
  checkScreens(manifest, runtime, add)
  checkProviders(manifest, runtime, add)
  return found
}

function checkHandlers({ id, contributes }: PluginManifest, { commands = {} }: PluginRuntime, add: Add) {
  const declared = (contributes?.commands ?? []).map(command => command.id)
  for (const command of declared) {
    if (typeof commands[command] === 'function') continue
    const end = nearEnd(command, Object.keys(commands))
    const message = `The command "${command}" of ${id} has no handler; add it to commands${end}`
    add('command_without_handler', message)
  }
  for (const command of Object.keys(commands)) {
    if (declared.includes(command)) continue
    const end = nearEnd(command, declared)
    const message = `The command "${command}" of ${id} is not declared in the manifest; add it there or remove the handler${end}`
    add('command_undeclared', message)
  }
}

function checkChoices({ id, contributes }: PluginManifest, { choices = {} }: PluginRuntime, add: Add): void {
  const { commands = [], settings = [] } = contributes ?? {}
  const named = settings.flatMap(({ id: section, fields = [] }) =>
    fields.flatMap(({ id: field, choices: list }) =>
      typeof list === 'string' ? [{ section, field, list }] : [],
    ),
  )
  const given = Object.entries(choices).flatMap(([command, lists]) =>
    Object.keys(lists).map(name => ({ command, name, list: `${command}.${name}` })),
  )
  for (const { command, name, list } of given) {
    const args = commands.find(each => each.id === command)?.args
    const names = Object.keys(Object(Object(args).shape))
    // Only objects have known fields; settings can name any list.
    if (args && (names.length === 0 || names.includes(name))) continue
    if (named.some(each => each.list === list)) continue
    const end = nearEnd(name, names)
    add('choices_unknown', `The choices of ${id} for "${list}" belong to no argument; correct the name${end}`)
  }
  const lists = given.map(({ list }) => list)
  for (const { section, field, list } of named) {
    if (lists.includes(list)) continue
    const end = nearEnd(list, lists)
    const message = `The field "${field}" of the settings "${section}" names the choices "${list}", which the runtime of ${id} does not have; add them to choices${end}`
    add('field_choices_unknown', message)
  }
}

function checkScreens({ id, contributes }: PluginManifest, { screens = {} }: PluginRuntime, add: Add): void {
  const { routes = [], drawers = [], header = [] } = contributes ?? {}
  for (const name of new Set([...routes, ...drawers, ...header].map(({ screen }) => screen))) {
    if (typeof screens[name] === 'function') continue
    const end = nearEnd(name, Object.keys(screens))
    add('screen_missing', `The screen "${name}" of ${id} is missing; add it to screens of the runtime${end}`)
  }
}

function checkProviders({ id, provides = [] }: PluginManifest, { providers = [] }: PluginRuntime, add: Add) {
  const provided = provides.map(token => token.id)
  const given = providers.map(({ token }) => token.id)
  for (const token of provided.filter(each => !given.includes(each)))
    add('provider_missing', `"${token}" of ${id} has no provider; add provide(TOKEN, Class) to providers.`)
  for (const token of given.filter(each => !provided.includes(each))) {
    const message = `${id} has a provider for "${token}", which its manifest does not provide; add the token to provides.`
    add('provider_undeclared', message)
  }
}
