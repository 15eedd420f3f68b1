import * as session from '../../../src/core/auth/session.js'
import { CORE_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import { conditionWords } from '../../../src/core/commands/when.js'
import * as appEvents from '../../../src/core/events/app-events.js'
import * as notices from '../../../src/core/events/notices.js'
import { ICON_NAMES, type PluginManifest } from '../../../src/core/kernel/plugin.js'
import type { PluginHost } from '../../../src/core/kernel/plugin-host.js'
import { attempted } from '../../../src/core/platform/fretwork-error.js'
import * as settings from '../../../src/core/settings/settings.js'
import * as fretboard from '../../../src/plugins/fretboard/tokens.js'
import * as midiFile from '../../../src/plugins/midi-file/tokens.js'
import * as midiIo from '../../../src/plugins/midi-io/tokens.js'
import * as player from '../../../src/plugins/player/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import * as practice from '../../../src/plugins/practice/tokens.js'
import { commandIdsOf, type Finding, idsOf, nearEnd } from './plugins-finding.js'

/** Yields the messages of its warnings. */
type Check = (manifest: PluginManifest, provided: ReturnType<typeof providedBy>) => Iterable<string>

export function manifestWarnings(host: PluginHost): Finding[] {
  const provided = providedBy(host)
  return host.manifests.flatMap(manifest =>
    Object.entries(CHECKS).flatMap(([code, check]) =>
      [...check(manifest, provided)].map(message => ({ plugin: manifest.id, code, message })),
    ),
  )
}

function providedBy({ manifests, report }: PluginHost) {
  return {
    providers: [...report.providers],
    routes: manifests.flatMap(({ contributes }) => (contributes?.routes ?? []).map(({ path }) => path)),
    plugins: manifests.flatMap(idsOf),
    commands: [...CORE_COMMANDS.map(({ id }) => id), ...commandIdsOf(manifests)],
  }
}

/** Names of the application's conditions, which contain no dot. */
const OF_APP = [
  ...['loggedIn', 'guest', 'admin', 'route', 'plan', 'true', 'false'],
  ...['pluginsOff', 'pluginsArriving', 'rightDrawers', 'passwordField', 'touch'],
]

const namesIn = (condition = '') =>
  (attempted(() => conditionWords(condition)) ?? []).filter(word => /^[A-Za-z]/.test(word))

const keysOf = (schema: object = {}) => Object.keys(Object('shape' in schema ? schema.shape : undefined))

const SHIPPED = PLUGINS.flatMap(idsOf)
const FACES = [appEvents, notices, session, settings, fretboard, midiFile, midiIo, player, practice]
const EVENTS: readonly string[] = FACES.flatMap((face): unknown[] => Object.values(face)).flatMap(value => {
  const { id, key } = Object(value) as { readonly id?: unknown; readonly key?: unknown }
  return typeof id === 'string' && key === undefined ? id : []
})

/** Checks by the code of their warnings. */
const CHECKS: Readonly<Record<string, Check>> = {
  *name_without_plugin({ id, formerly, contributes, provides = [], extensionPoints = [] }) {
    const { commands = [], drawers = [] } = contributes ?? {}
    const named = { token: provides, 'extension point': extensionPoints, command: commands, drawer: drawers }
    for (const [what, all] of Object.entries(named)) {
      for (const { id: name } of all) {
        if (idsOf({ id, formerly }).some(own => name.startsWith(`${own}.`))) continue
        yield `The ${what} "${name}" of ${id} may conflict with another plugin’s; start it with "${id}.".`
      }
    }
  },

  *token_missing({ id, optional = [], lazy = [] }, { providers }) {
    const others = providers.filter(([, provider]) => provider !== id).map(([token]) => token)
    for (const { id: token } of [...optional, ...lazy]) {
      if (providers.some(([provided]) => provided === token)) continue
      yield `${id} would use "${token}", but no plugin here provides it${nearEnd(token, others)}`
    }
  },

  *route_missing({ id, contributes }, { routes }) {
    const { drawers = [], navigation = [] } = contributes ?? {}
    const links = [
      ...drawers.map(drawer => [`The drawer "${drawer.id}" of ${id} belongs to`, drawer.on]),
      ...navigation.map(({ path }) => [`The navigation of ${id} leads to`, path]),
    ]
    for (const [what, path = ''] of links)
      if (!routes.includes(path))
        yield `${what} ${path}, which no plugin has as a route${nearEnd(path, routes)}`
  },

  *icon_unknown({ id, contributes }) {
    const known: readonly string[] = ICON_NAMES
    for (const { path, icon } of contributes?.navigation ?? [])
      if (icon !== undefined && !known.includes(icon))
        yield `The navigation of ${id} to ${path} uses the unknown icon "${icon}", which is shown as a dot; use one of ${known.join(', ')}.`
  },

  *activation_never({ id, activateOn = [] }, { routes, commands }) {
    for (const event of activateOn) {
      const [, kind, name = '', rest] = /^(route|command):(.*?)(\*?)$/.exec(event) ?? []
      const names = kind === 'route' ? routes : commands
      if (kind === undefined || names.some(each => (rest ? each.startsWith(name) : each === name))) continue
      yield `${id} waits for "${event}", which never happens${nearEnd(name, names)}`
    }
  },

  *argument_unknown({ id, contributes }) {
    for (const { id: command, args, asks = [] } of contributes?.commands ?? []) {
      const known = keysOf(args)
      for (const { id: name } of asks)
        if (!known.includes(name))
          yield `The command "${command}" of ${id} asks for "${name}", which is not in its schema${nearEnd(name, known)}`
    }
  },

  *cli_without_node({ id, runsIn, contributes }) {
    for (const { id: command, cli } of contributes?.commands ?? [])
      if (cli !== undefined && !runsIn.includes('node'))
        yield `The command "${command}" has a "cli" entry, but ${id} does not run in "node"; add it to runsIn or leave out "cli".`
  },

  *loads_at_start({ id, activateOn, contributes, provides = [] }) {
    const { commands = [], routes = [] } = contributes ?? {}
    if (activateOn === undefined && [...commands, ...routes, ...provides].length > 0)
      yield `${id} loads its code at every start. List activation events in activateOn, or ["startup"] if it needs to start right away.`
  },

  *condition_unknown({ id, contributes }, { plugins }) {
    const { commands = [], drawers = [], navigation = [] } = contributes ?? {}
    const conditions = [...commands, ...drawers, ...navigation].map(({ when }) => when)
    const names = new Set([...conditions, ...commands.map(({ keysWhen }) => keysWhen)].flatMap(namesIn))
    for (const name of names) {
      const [prefix = '', ...rest] = name.split('.')
      const known = rest.length > 0 ? ['plan', ...plugins] : OF_APP
      if (known.includes(prefix)) continue
      yield `A condition of ${id} uses the unknown name "${name}". Use a name of the application, or a name that begins with the id of a plugin${nearEnd(prefix, known)}`
    }
  },

  *event_unknown({ id, activateOn = [] }, { plugins }) {
    // Events of external plugins are not known.
    const foreign = plugins.filter(each => !SHIPPED.includes(each))
    for (const wanted of activateOn) {
      const [, event, owner = ''] = /^event:(([^.]*).*)$/.exec(wanted) ?? []
      if (event === undefined || EVENTS.includes(event) || foreign.includes(owner)) continue
      yield `${id} activates on "${wanted}", which is never emitted; correct the ID${nearEnd(event, EVENTS)}`
    }
  },

  *field_unknown({ id, contributes }) {
    for (const { id: section, schema, fields = [] } of contributes?.settings ?? []) {
      const known = keysOf(schema)
      for (const { id: field } of fields)
        if (known.length > 0 && !known.includes(field))
          yield `The settings "${section}" of ${id} have no "${field}" in the schema; correct the id of the field${nearEnd(field, known)}`
    }
  },

  *field_command_unknown({ id, contributes }) {
    const { settings: sections = [], commands = [] } = contributes ?? {}
    const ids = commands.map(each => each.id)
    for (const { id: section, fields = [] } of sections)
      for (const { id: field, command } of fields)
        if (command !== undefined && !ids.includes(command))
          yield `The field "${field}" of the settings "${section}" refers to the command "${command}", which ${id} does not declare; correct it${nearEnd(command, ids)}`
  },
}
