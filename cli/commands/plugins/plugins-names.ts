/** Names that a manifest uses and nothing sets: in conditions, in activation events and in settings. */

import * as session from '../../../src/core/auth/session.js'
import { conditionWords } from '../../../src/core/commands/when/when.js'
import * as appEvents from '../../../src/core/events/app-events.js'
import * as notices from '../../../src/core/events/notices.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import * as settings from '../../../src/core/settings/settings.js'
import * as fretboard from '../../../src/plugins/fretboard/tokens.js'
import * as midiFile from '../../../src/plugins/midi-file/tokens.js'
import * as midiIo from '../../../src/plugins/midi-io/tokens.js'
import * as player from '../../../src/plugins/player/tokens.js'
import * as practice from '../../../src/plugins/practice/tokens.js'
import { type Check, nearEnd } from './plugins-finding.js'

/** Names without a dot belong to the application. */
const OF_APP = [
  ...['loggedIn', 'admin', 'route', 'plan', 'true', 'false'],
  ...['pluginsOff', 'pluginsArriving', 'rightDrawers', 'passwordField'],
]

export const unknownConditions: Check = ({ id, contributes }, warn, { plugins }) => {
  const { commands = [], drawers = [], navigation = [] } = contributes ?? {}
  const conditions = [...commands, ...drawers, ...navigation].map(({ when }) => when)
  const names = new Set([...conditions, ...commands.map(({ keysWhen }) => keysWhen)].flatMap(namesIn))
  for (const name of names) {
    const prefix = name.split('.')[0] ?? ''
    if (OF_APP.includes(name) || (name.includes('.') && ['plan', ...plugins].includes(prefix))) continue
    const near = nearEnd(name.includes('.') ? prefix : name, name.includes('.') ? plugins : OF_APP)
    warn(
      'condition_unknown',
      `A condition of ${id} uses "${name}", which nothing sets; use a name of the application, or one that begins with the id of a plugin${near}`,
    )
  }
}

function namesIn(condition: string | undefined): string[] {
  try {
    return conditionWords(condition ?? '').filter(word => /^[A-Za-z]/.test(word))
  } catch {
    // The check of all manifests reports a condition that is not understood.
    return []
  }
}

/** The events of the application and of the plugins that ship. */
const EVENTS: readonly string[] = [
  ...[appEvents, notices, session, settings, fretboard, midiFile, midiIo, player, practice].flatMap(face =>
    Object.values(face),
  ),
].flatMap(value => {
  const { id, key } = Object(value) as { readonly id?: unknown; readonly key?: unknown }
  // A token has a key as well.
  return typeof id === 'string' && key === undefined ? id : []
})

/** Of the plugins that ship all events are known; those of others cannot be. */
export const unknownBusEvents: Check = ({ id, activateOn = [] }, warn, { plugins, shipped }) => {
  for (const wanted of activateOn) {
    if (!wanted.startsWith('event:')) continue
    const event = wanted.slice('event:'.length)
    const owner = event.split('.')[0] ?? ''
    if (EVENTS.includes(event) || (plugins.includes(owner) && !shipped.includes(owner))) continue
    warn(
      'event_unknown',
      `${id} waits for "${wanted}", which nothing emits; correct the id${nearEnd(event, EVENTS)}`,
    )
  }
}

export const wrongSettings: Check = ({ id, contributes }, warn) => {
  const { settings: sections = [], commands = [] } = contributes ?? {}
  for (const { id: section, schema, defaults, fields = [] } of sections) {
    const checked = schema.safeParse(defaults)
    if (!checked.success) {
      const where = checked.error.issues[0]?.path.join('.') ?? ''
      warn(
        'defaults_invalid',
        `The defaults of the settings "${section}" of ${id} do not match the schema at "${where}"; correct one of the two.`,
      )
    }
    const shape: unknown = 'shape' in schema ? schema.shape : undefined
    const known = Object.keys(Object(shape))
    for (const { id: field, command } of fields) {
      if (known.length > 0 && !known.includes(field)) {
        warn(
          'field_unknown',
          `The settings "${section}" of ${id} have no "${field}" in the schema; correct the id of the field${nearEnd(field, known)}`,
        )
      }
      const ids = commands.map(each => each.id)
      if (command !== undefined && !ids.includes(command)) {
        warn(
          'field_command_unknown',
          `The field "${field}" of the settings "${section}" names the command "${command}", which ${id} does not declare; correct it${nearEnd(command, ids)}`,
        )
      }
    }
  }
}

export const wrongFields: Check = (manifest, warn) => {
  const { commands = [], routes = [] } = manifest.contributes ?? {}
  const report = (what: string, value: object, known: readonly string[]) => {
    for (const [name, content] of Object.entries(value)) {
      // A function is code, such as what a test adds.
      if (known.includes(name) || typeof content === 'function') continue
      warn(
        'name_unknown',
        `${what} has no field "${name}"; remove it or correct its name${nearEnd(name, known)}`,
      )
    }
  }
  report(`The manifest of ${manifest.id}`, manifest, OF_MANIFEST)
  for (const command of commands) report(`The command "${command.id}" of ${manifest.id}`, command, OF_COMMAND)
  for (const route of routes) report(`The route ${route.path} of ${manifest.id}`, route, OF_ROUTE)
}

const OF_MANIFEST: readonly (keyof PluginManifest | 'permissions')[] = [
  ...(['id', 'version', 'engine', 'title', 'description', 'runsIn', 'permissions'] as const),
  ...(['requires', 'optional', 'lazy', 'provides', 'extensionPoints', 'contributes', 'activateOn'] as const),
  ...(['origin', 'size', 'locked', 'words', 'locales', 'load'] as const),
]
const OF_COMMAND = [
  ...[
    'id',

    'title',
    'description',
    'words',
    'keys',
    'keysWhen',
    'args',
    'asks',
    'when',
    'feature',
  ],
  ...['needs', 'busy', 'cli', 'section', 'hidden', 'careful'],
]
const OF_ROUTE = ['path', 'title', 'screen', 'auth', 'offers', 'keys']
