/** Checks a loaded runtime against its manifest. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { AnyToken, PluginManifest, PluginRuntime } from '../../../src/core/kernel/manifest/plugin.js'
import * as coreTokens from '../../../src/core/kernel/services/tokens.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { injectedTokens } from '../../../src/core/platform/services/inject.js'
import { type Finding, nearEnd } from './plugins-finding.js'

type Add = (code: string, message: string) => void

/** @param file the manifest's module: paths of screens are relative to the runtime, which is next to it */
export async function runtimeProblems(manifest: PluginManifest, file: string): Promise<Finding[]> {
  const { id } = manifest
  const found: Finding[] = []
  const add: Add = (code, message) => void found.push({ plugin: id, code, message })
  await checkLocales(manifest, add)
  let loaded: unknown
  try {
    loaded = await manifest.load()
  } catch (error) {
    const reason = messageOf(error).split('\n')[0]
    add('runtime_unreadable', `The runtime of ${id} cannot be loaded: ${reason}; fix it, and check again.`)
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
  checkScreenFiles(manifest, runtime, dirname(file), add)
  checkProviders(manifest, runtime, add)
  return found
}

async function checkLocales({ id, locales = {} }: PluginManifest, add: Add): Promise<void> {
  for (const [language, load] of Object.entries(locales)) {
    const reason = await load().then(
      ({ default: words }) =>
        typeof words === 'object' && words !== null ? undefined : 'it has no default export',
      messageOf,
    )
    if (reason === undefined) continue
    add(
      'locale_unreadable',
      `The translations "${language}" of ${id} cannot be read: ${reason}; export an object of texts.`,
    )
  }
}

/** As texts: a screen needs a browser. */
function checkScreenFiles(
  { id }: PluginManifest,
  { screens = {} }: PluginRuntime,
  folder: string,
  add: Add,
): void {
  for (const [name, load] of Object.entries(screens)) {
    const path = /import\(\s*['"](\.[^'"]+)['"]/.exec(String(load))?.[1]
    if (path === undefined) continue
    const written = resolve(folder, path)
    const file = [written, ...['.tsx', '.ts', '.jsx'].map(end => written.replace(/\.js$/, end))].find(
      existsSync,
    )
    if (file === undefined) {
      add(
        'screen_missing',
        `The screen "${name}" of ${id} imports ${path}, which is not there; correct the path.`,
      )
    } else if (
      !/export\s+default\b|\bas\s+default\b|export\s*\{\s*default\b/.test(readFileSync(file, 'utf8'))
    ) {
      add(
        'screen_without_default',
        `The screen "${name}" of ${id} has no default export; write export default in ${path}.`,
      )
    }
  }
}

function checkHandlers(
  { id, contributes }: PluginManifest,
  { commands = {} }: PluginRuntime,
  add: Add,
): void {
  const declared = (contributes?.commands ?? []).map(command => command.id)
  for (const command of declared) {
    if (typeof commands[command] === 'function') continue
    const end = nearEnd(command, Object.keys(commands))
    add(
      'command_without_handler',
      `The command "${command}" of ${id} has no handler; add it to commands${end}`,
    )
  }
  for (const command of Object.keys(commands)) {
    if (declared.includes(command)) continue
    const end = nearEnd(command, declared)
    add(
      'command_undeclared',
      `The command "${command}" of ${id} is not declared in the manifest; add it there or remove the handler${end}`,
    )
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
    // Only objects have fields that are known. A field of settings can name any list.
    if (args && (names.length === 0 || names.includes(name))) continue
    if (named.some(each => each.list === list)) continue
    const end = nearEnd(name, names)
    add('choices_unknown', `The choices of ${id} for "${list}" belong to no argument; correct the name${end}`)
  }
  const lists = given.map(({ list }) => list)
  for (const { section, field, list } of named) {
    if (lists.includes(list)) continue
    const end = nearEnd(list, lists)
    add(
      'field_choices_unknown',
      `The field "${field}" of the settings "${section}" names the choices "${list}", which the runtime of ${id} does not have; add them to choices${end}`,
    )
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

function checkProviders(
  { id, requires = [], optional = [], lazy = [], provides = [] }: PluginManifest,
  { providers = [] }: PluginRuntime,
  add: Add,
): void {
  const ids = (tokens: readonly AnyToken[]) => tokens.map(token => token.id)
  const given = ids(providers.map(({ token }) => token))
  for (const token of ids(provides)) {
    if (given.includes(token)) continue
    add('provider_missing', `"${token}" of ${id} has no provider; add provide(TOKEN, Class) to providers.`)
  }
  const core = ids(Object.values(coreTokens))
  const known = [...core, ...ids([...requires, ...optional, ...lazy, ...provides])]
  for (const provider of providers) {
    const { token } = provider
    if (!ids(provides).includes(token.id)) {
      const message = `${id} has a provider for "${token.id}", which its manifest does not provide; add the token to provides.`
      add('provider_undeclared', message)
    }
    if (!('useClass' in provider)) continue
    const { useClass } = provider
    for (const injected of ids(injectedTokens(useClass).filter(each => each !== undefined))) {
      if (known.includes(injected)) continue
      const message = `The class "${useClass.name}" of ${id} injects "${injected}", which the manifest does not declare; add it to requires.`
      add('token_undeclared', message)
    }
  }
}
