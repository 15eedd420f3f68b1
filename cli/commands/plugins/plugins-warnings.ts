/** Warnings about manifests: likely mistakes that do not keep a plugin from running. */
import { ICON_NAMES, type PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { type Check, type Finding, nearEnd, type Provided, type Warn } from './plugins-finding.js'
import { unknownBusEvents, unknownConditions, wrongFields, wrongSettings } from './plugins-names.js'

/** @param core ids of the tokens and commands that belong to the kernel */
export function manifestWarnings(
  manifests: readonly PluginManifest[],
  core: { readonly tokens: readonly string[]; readonly commands: readonly string[] },
): Finding[] {
  const declared = manifests.flatMap(({ contributes }) => contributes?.commands ?? [])
  const provided: Provided = {
    tokens: [...core.tokens, ...manifests.flatMap(({ provides = [] }) => provides.map(({ id }) => id))],
    routes: manifests.flatMap(({ contributes }) => (contributes?.routes ?? []).map(({ path }) => path)),
    plugins: manifests.map(({ id }) => id),
    shipped: PLUGINS.map(({ id }) => id),
    commands: [...core.commands, ...declared.map(({ id }) => id)],
  }
  const found: Finding[] = []
  for (const manifest of manifests) {
    const warn: Warn = (code, message) => found.push({ plugin: manifest.id, code, message })
    for (const check of CHECKS) check(manifest, warn, provided)
  }
  return found
}

const foreignNames: Check = ({ id, provides = [], extensionPoints = [], contributes }, warn) => {
  const named = {
    token: provides,
    'extension point': extensionPoints,
    command: contributes?.commands ?? [],
    drawer: contributes?.drawers ?? [],
  }
  for (const [what, all] of Object.entries(named)) {
    for (const { id: name } of all) {
      if (name.startsWith(`${id}.`)) continue
      const message = `The ${what} "${name}" of ${id} can clash with one of another plugin; begin it with "${id}.".`
      warn('name_without_plugin', message)
    }
  }
}

const missingTokens: Check = ({ id, optional = [], lazy = [], provides = [] }, warn, { tokens }) => {
  // Its own tokens are not what it looks for in others.
  const others = tokens.filter(token => provides.every(own => own.id !== token))
  for (const token of [...optional, ...lazy]) {
    if (tokens.includes(token.id)) continue
    const message = `${id} would use "${token.id}", but no plugin here provides it${nearEnd(token.id, others)}`
    warn('token_missing', message)
  }
}

const missingRoutes: Check = ({ id, contributes }, warn, { routes }) => {
  const links = [
    ...(contributes?.drawers ?? []).map(drawer => [
      `The drawer "${drawer.id}" of ${id} belongs to`,
      drawer.on,
    ]),
    ...(contributes?.navigation ?? []).map(({ path }) => [`The navigation of ${id} leads to`, path]),
  ]
  for (const [what, path = ''] of links) {
    if (routes.includes(path)) continue
    warn('route_missing', `${what} ${path}, which no plugin has as a route${nearEnd(path, routes)}`)
  }
}

const unknownIcons: Check = ({ id, contributes }, warn) => {
  const known: readonly string[] = ICON_NAMES
  for (const { path, icon } of contributes?.navigation ?? []) {
    if (icon === undefined || known.includes(icon)) continue
    warn(
      'icon_unknown',
      `The navigation of ${id} to ${path} names the unknown icon "${icon}", which is shown as a dot; use one of ${known.join(', ')}.`,
    )
  }
}

const unknownEvents: Check = ({ id, activateOn = [] }, warn, { routes, commands }) => {
  for (const event of activateOn) {
    const [, kind, name = ''] = /^(route|command):(.*)$/.exec(event) ?? []
    if (kind === undefined) continue
    const names = kind === 'route' ? routes : commands
    const matches = (each: string) =>
      name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name
    if (names.some(matches)) continue
    warn('activation_never', `${id} waits for "${event}", which never happens${nearEnd(name, names)}`)
  }
}

const unknownArguments: Check = ({ id, contributes }, warn) => {
  for (const { id: command, args, asks = [] } of contributes?.commands ?? []) {
    const shape: unknown = args && 'shape' in args ? args.shape : undefined
    const known = Object.keys(Object(shape))
    for (const ask of asks) {
      if (known.includes(ask.id)) continue
      warn(
        'argument_unknown',
        `The command "${command}" of ${id} asks for "${ask.id}", which its schema does not know${nearEnd(ask.id, known)}`,
      )
    }
  }
}

const cliWithoutNode: Check = ({ id, runsIn, contributes }, warn) => {
  if (runsIn.includes('node')) return
  for (const { id: command, cli } of contributes?.commands ?? []) {
    if (cli === undefined) continue
    warn(
      'cli_without_node',
      `The command "${command}" has words for the command line, but ${id} does not run in "node"; add it to runsIn or leave out "cli".`,
    )
  }
}

const alwaysLoaded: Check = ({ id, activateOn, contributes, provides = [] }, warn) => {
  const waits = (contributes?.commands?.length ?? 0) + (contributes?.routes?.length ?? 0) + provides.length
  if (activateOn !== undefined || waits === 0) return
  warn(
    'loads_at_start',
    `${id} loads its code at every start; name in activateOn what it can wait for, or ["startup"] if it cannot.`,
  )
}

const CHECKS: readonly Check[] = [
  ...[foreignNames, missingTokens, missingRoutes, unknownIcons],
  ...[unknownEvents, unknownArguments, cliWithoutNode, alwaysLoaded],
  ...[unknownConditions, unknownBusEvents, wrongSettings, wrongFields],
]
