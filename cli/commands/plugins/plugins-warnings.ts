import * as session from '../../../src/core/auth/session.js'
import { conditionWords } from '../../../src/core/commands/when.js'
import * as appEvents from '../../../src/core/events/app-events.js'
import * as notices from '../../../src/core/events/notices.js'
import { ICON_NAMES, type PluginManifest } from '../../../src/core/kernel/plugin.js'
import * as settings from '../../../src/core/settings/settings.js'
import * as fretboard from '../../../src/plugins/fretboard/tokens.js'
import * as midiFile from '../../../src/plugins/midi-file/tokens.js'
import * as midiIo from '../../../src/plugins/midi-io/tokens.js'
import * as player from '../../../src/plugins/player/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import * as practice from '../../../src/plugins/practice/tokens.js'
import { type Add, type Finding, nearEnd } from './plugins-finding.js'

interface Provided {
  readonly tokens: readonly string[]
  readonly routes: readonly string[]
  readonly commands: readonly string[]
  readonly plugins: readonly string[]
  readonly shipped: readonly string[]
}

type Check = (manifest: PluginManifest, warn: Add, provided: Provided) => void

export function manifestWarnings(
  manifests: readonly PluginManifest[],
  core: { readonly tokens: readonly string[]; readonly commands: readonly string[] },
): Finding[] {
  const provided: Provided = {
    tokens: [...core.tokens, ...manifests.flatMap(({ provides = [] }) => provides.map(({ id }) => id))],
    routes: manifests.flatMap(({ contributes }) => (contributes?.routes ?? []).map(({ path }) => path)),
    plugins: manifests.flatMap(({ id, formerly = [] }) => [id, ...formerly]),
    shipped: PLUGINS.flatMap(({ id, formerly = [] }) => [id, ...formerly]),
    commands: [
      ...core.commands,
      ...manifests.flatMap(({ contributes }) =>
        (contributes?.commands ?? []).flatMap(({ id, formerly = [] }) => [id, ...formerly]),
      ),
    ],
  }
  const found: Finding[] = []
  for (const manifest of manifests) {
    const warn: Add = (code, message) => found.push({ plugin: manifest.id, code, message })
    for (const check of CHECKS) check(manifest, warn, provided)
  }
  return found
}

const foreignNames: Check = ({ id, formerly = [], contributes, ...manifest }, warn) => {
  const { commands = [], drawers = [] } = contributes ?? {}
  const { provides = [], extensionPoints = [] } = manifest
  const named = { token: provides, 'extension point': extensionPoints, command: commands, drawer: drawers }
  for (const [what, all] of Object.entries(named)) {
    for (const { id: name } of all) {
      if ([id, ...formerly].some(own => name.startsWith(`${own}.`))) continue
      const message = `The ${what} "${name}" of ${id} may conflict with another plugin’s; start it with "${id}.".`
      warn('name_without_plugin', message)
    }
  }
}

const missingTokens: Check = ({ id, optional = [], lazy = [], provides = [] }, warn, { tokens }) => {
  const others = tokens.filter(token => provides.every(own => own.id !== token))
  for (const token of [...optional, ...lazy]) {
    if (tokens.includes(token.id)) continue
    const message = `${id} would use "${token.id}", but no plugin here provides it${nearEnd(token.id, others)}`
    warn('token_missing', message)
  }
}

const missingRoutes: Check = ({ id, contributes }, warn, { routes }) => {
  const { drawers = [], navigation = [] } = contributes ?? {}
  const links = [
    ...drawers.map(drawer => [`The drawer "${drawer.id}" of ${id} belongs to`, drawer.on]),
    ...navigation.map(({ path }) => [`The navigation of ${id} leads to`, path]),
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
    const message = `The navigation of ${id} to ${path} uses the unknown icon "${icon}", which is shown as a dot; use one of ${known.join(', ')}.`
    warn('icon_unknown', message)
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
      const message = `The command "${command}" of ${id} asks for "${ask.id}", which is not in its schema${nearEnd(ask.id, known)}`
      warn('argument_unknown', message)
    }
  }
}

const cliWithoutNode: Check = ({ id, runsIn, contributes }, warn) => {
  if (runsIn.includes('node')) return
  for (const { id: command, cli } of contributes?.commands ?? []) {
    if (cli === undefined) continue
    const message = `The command "${command}" has a "cli" entry, but ${id} does not run in "node"; add it to runsIn or leave out "cli".`
    warn('cli_without_node', message)
  }
}

const alwaysLoaded: Check = ({ id, activateOn, contributes, provides = [] }, warn) => {
  const waits = (contributes?.commands?.length ?? 0) + (contributes?.routes?.length ?? 0) + provides.length
  if (activateOn !== undefined || waits === 0) return
  const message = `${id} loads its code at every start. List activation events in activateOn, or ["startup"] if it needs to start right away.`
  warn('loads_at_start', message)
}

/** Names of the application's conditions, which contain no dot. */
const OF_APP = [
  ...['loggedIn', 'guest', 'admin', 'route', 'plan', 'true', 'false'],
  ...['pluginsOff', 'pluginsArriving', 'rightDrawers', 'passwordField', 'touch'],
]

const unknownConditions: Check = ({ id, contributes }, warn, { plugins }) => {
  const { commands = [], drawers = [], navigation = [] } = contributes ?? {}
  const conditions = [...commands, ...drawers, ...navigation].map(({ when }) => when)
  const names = new Set([...conditions, ...commands.map(({ keysWhen }) => keysWhen)].flatMap(namesIn))
  for (const name of names) {
    const prefix = name.split('.')[0] ?? ''
    if (OF_APP.includes(name) || (name.includes('.') && ['plan', ...plugins].includes(prefix))) continue
    const near = nearEnd(name.includes('.') ? prefix : name, name.includes('.') ? plugins : OF_APP)
    const message = `A condition of ${id} uses the unknown name "${name}". Use a name of the application, or a name that begins with the id of a plugin${near}`
    warn('condition_unknown', message)
  }
}

function namesIn(condition: string | undefined): string[] {
  try {
    return conditionWords(condition ?? '').filter(word => /^[A-Za-z]/.test(word))
  } catch {
    return []
  }
}

const FACES = [appEvents, notices, session, settings, fretboard, midiFile, midiIo, player, practice]
const EVENTS: readonly string[] = FACES.flatMap((face): unknown[] => Object.values(face)).flatMap(value => {
  const { id, key } = Object(value) as { readonly id?: unknown; readonly key?: unknown }
  return typeof id === 'string' && key === undefined ? id : []
})

/** Warns about unknown events, except events of external plugins. */
const unknownBusEvents: Check = ({ id, activateOn = [] }, warn, { plugins, shipped }) => {
  for (const wanted of activateOn) {
    if (!wanted.startsWith('event:')) continue
    const event = wanted.slice('event:'.length)
    const owner = event.split('.')[0] ?? ''
    if (EVENTS.includes(event) || (plugins.includes(owner) && !shipped.includes(owner))) continue
    const message = `${id} activates on "${wanted}", which is never emitted; correct the ID${nearEnd(event, EVENTS)}`
    warn('event_unknown', message)
  }
}

const wrongFields: Check = ({ id, contributes }, warn) => {
  const { settings: sections = [], commands = [] } = contributes ?? {}
  for (const { id: section, schema, fields = [] } of sections) {
    const shape: unknown = 'shape' in schema ? schema.shape : undefined
    const known = Object.keys(Object(shape))
    for (const { id: field, command } of fields) {
      if (known.length > 0 && !known.includes(field)) {
        const message = `The settings "${section}" of ${id} have no "${field}" in the schema; correct the id of the field${nearEnd(field, known)}`
        warn('field_unknown', message)
      }
      const ids = commands.map(each => each.id)
      if (command !== undefined && !ids.includes(command)) {
        const message = `The field "${field}" of the settings "${section}" refers to the command "${command}", which ${id} does not declare; correct it${nearEnd(command, ids)}`
        warn('field_command_unknown', message)
      }
    }
  }
}

const CHECKS: readonly Check[] = [
  ...[foreignNames, missingTokens, missingRoutes, unknownIcons],
  ...[unknownEvents, unknownArguments, cliWithoutNode, alwaysLoaded],
  ...[unknownConditions, unknownBusEvents, wrongFields],
]
