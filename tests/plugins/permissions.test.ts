// Users see and revoke permissions, so built-in plugins must declare exactly the ones they use.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import type { AnyToken, PluginManifest } from '../../src/core/kernel/plugin.js'
import * as coreTokens from '../../src/core/kernel/tokens.js'
import { permissionFor } from '../../src/core/platform/token.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'

const ROOT = join(import.meta.dirname, '../../src/plugins')

interface Guarded {
  /** Exported name of the token, such as `MIDI_INPUT`. */
  readonly name: string
  readonly permission: string
  /** Plugin that provides the token and therefore needs no permission. */
  readonly owner: string
}

function guardedIn(module: object, owner: string): Guarded[] {
  return Object.entries(module).flatMap(([name, value]: [string, Partial<AnyToken> | undefined]) => {
    const permission = typeof value?.id === 'string' ? permissionFor(value.id) : undefined
    return permission === undefined ? [] : [{ name, permission, owner }]
  })
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path))
  .map(path => join(ROOT, path))
const tokenFiles = files.filter(path => /^(internal-)?tokens\.ts$/.test(basename(path)))
const ofPlugins = await Promise.all(
  tokenFiles.map(async path => guardedIn(await import(path), basename(dirname(path)))),
)
const guarded = [...guardedIn(coreTokens, 'core'), ...ofPlugins.flat()]

/** Returns the names that a source file imports as values. */
function importedBy(text: string): Set<string> {
  const lists = text.matchAll(/^import (?!type)(?:\w+, )?\{([^}]*)\} from/gm)
  const names = [...lists].flatMap(([, list = '']) => list.split(','))
  return new Set(names.map(name => name.trim().replace(/ as .*$/, '')))
}

/** Returns the permissions that a plugin needs, each with one of its uses. */
function neededBy({ id, requires = [], optional = [], lazy = [] }: PluginManifest): Map<string, string> {
  const needed = new Map<string, string>()
  for (const path of files.filter(each => relative(ROOT, each).split(/[\\/]/)[0] === id)) {
    const imported = importedBy(readFileSync(path, 'utf8'))
    for (const { name, permission, owner } of guarded)
      if (owner !== id && imported.has(name)) needed.set(permission, `${name} in ${relative(ROOT, path)}`)
  }
  for (const token of [...requires, ...optional, ...lazy]) {
    const permission = permissionFor(token.id)
    if (permission !== undefined) needed.set(permission, `${token.id} in its manifest`)
  }
  return needed
}

it('guarded tokens include those for MIDI input, songs, account, server and storage', () => {
  const found = new Set(guarded.map(({ permission }) => permission))
  expect([...found]).toEqual(expect.arrayContaining(['midi-in', 'songs', 'account', 'server', 'storage']))
})

it.each(PLUGINS.map(manifest => [manifest.id, manifest] as const))(
  '%s declares exactly the permissions that it uses',
  (_, manifest) => {
    const { permissions } = manifest
    if (!Array.isArray(permissions)) throw new Error(`${manifest.id} has no list of permissions.`)
    const needed = neededBy(manifest)
    const missing = [...needed].filter(([permission]) => !permissions.includes(permission))
    const idle = permissions.filter(permission => !needed.has(permission))
    expect({ missing, idle }).toEqual({ missing: [], idle: [] })
  },
)
