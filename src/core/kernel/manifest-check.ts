import * as z from 'zod/mini'
import { oneTypoApart } from '../commands/search/text-form.js'
import { permissionsAsked } from '../permissions/permissions.js'
import { complaintOf } from '../platform/issue-sentence.js'
import { PERMISSION_IDS, permissionFor } from '../platform/token.js'
import { checkContributions, RESERVED } from './contribution-check.js'
import type { AnyToken, PluginManifest } from './plugin.js'
import type { AddProblem, ManifestProblem, ManifestReport, PluginStatus } from './plugin-state.js'

const RESERVED_IDS = [...RESERVED, 'settings']

export function checkManifests(
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
  statusOf: (manifest: PluginManifest) => PluginStatus = () => 'registered',
): ManifestReport {
  const problems: ManifestProblem[] = []
  const add: AddProblem = (plugin, code, message) => void problems.push({ plugin, code, message })

  const mistakes = manifests.map(knownMistake)
  // Commands, tokens and settings still use former ids.
  const taken = new Set(
    manifests.flatMap((manifest, index) => (mistakes[index] ? [] : (manifest.formerly ?? []))),
  )
  const wellFormed = manifests.flatMap((manifest, index) => {
    if (mistakes[index] !== undefined || taken.has(manifest.id)) return []
    taken.add(manifest.id)
    return index
  })
  const names = manifests.map((manifest, index) =>
    wellFormed.includes(index) ? manifest.id : freeName(manifestName(manifest, index), taken),
  )
  manifests.forEach((manifest, index) => {
    const [name, mistake] = [names[index] ?? '', mistakes[index]]
    if (mistake !== undefined) {
      add(
        name,
        'manifest_invalid',
        `The manifest of "${manifestName(manifest, index)}" is invalid${mistake}.`,
      )
    } else if (name !== manifest.id) {
      add(name, 'plugin_twice', `Duplicate plugin ID "${manifest.id}". The second plugin was skipped.`)
    }
  })

  const readable = wellFormed.flatMap(index => manifests[index] ?? [])
  const sound = readable.filter(manifest => suits(manifest, add))
  const providers = new Map<string, string>(core.map(({ id }) => [id, 'core']))
  checkProviders(sound, providers, add)
  // Reports dependent plugins as blocked, which is more specific than a missing token.
  checkProviders(
    readable.filter(manifest => !sound.includes(manifest)),
    providers,
    () => undefined,
  )
  const statusText = (plugin: string) => {
    const problem = problems.find(each => each.plugin === plugin)
    const manifest = readable.find(({ id }) => id === plugin)
    return problem
      ? `cannot run: ${problem.message}`
      : `is ${manifest ? statusOf(manifest).replaceAll('-', ' ') : 'always there'}.`
  }
  const unreadable = manifests.filter((_, index) => mistakes[index] !== undefined)
  for (const { id: plugin, requires = [] } of sound) {
    const others = [...providers].filter(([, provider]) => provider !== plugin)
    for (const { id } of requires) {
      if (providers.has(id)) continue
      const why = whyMissing(id, others, statusText, unreadable)
      add(plugin, 'token_missing', `"${plugin}" requires "${id}": ${why}`)
    }
  }
  checkPermissions(sound, add)
  checkCycles(sound, providers, add)
  const keyClashes = checkContributions(sound, add)
  return { problems, keyClashes, providers, wellFormed, names }
}

function manifestName(manifest: { readonly id?: unknown } | null | undefined, index: number): string {
  const id = manifest?.id
  return typeof id === 'string' && id !== '' ? id : `plugin number ${index + 1}`
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}#${number}`
  taken.add(name)
  return name
}

function suits({ id }: PluginManifest, add: AddProblem): boolean {
  if (!RESERVED_IDS.includes(id)) return true
  add(id, 'manifest_invalid', `"${id}" is a reserved ID; use another ID for the plugin.`)
  return false
}

function checkProviders(
  manifests: readonly PluginManifest[],
  providers: Map<string, string>,
  add: AddProblem,
): void {
  for (const manifest of manifests) {
    for (const provided of manifest.provides ?? []) {
      const owner = ownerOf(provided.id, manifest, manifests)
      if (owner !== undefined) {
        const message = `"${provided.id}" belongs to the plugin "${owner}"; start the token ID with "${manifest.id}.".`
        add(manifest.id, 'token_twice', message)
        continue
      }
      const first = providers.get(provided.id)
      if (first) {
        const message = `"${provided.id}" is provided by both ${first} and ${manifest.id}; remove one of them.`
        add(manifest.id, 'token_twice', message)
      } else providers.set(provided.id, manifest.id)
    }
  }
}

/** Returns the other plugin whose id, or former id, is the prefix of a token. */
function ownerOf(
  token: string,
  { id, formerly = [] }: PluginManifest,
  manifests: readonly PluginManifest[],
): string | undefined {
  const prefix = token.split('.')[0] ?? ''
  if (prefix === id || formerly.includes(prefix)) return undefined
  return manifests.find(other => other.id === prefix || other.formerly?.includes(prefix))?.id
}

/** Manifests without `permissions` predate the field and have all permissions, unless sandboxed. */
function checkPermissions(manifests: readonly PluginManifest[], add: AddProblem): void {
  for (const manifest of manifests) {
    const { id, permissions, runs, requires = [], optional = [], lazy = [] } = manifest
    if (permissions === undefined && runs !== 'apart') continue
    const asked = permissionsAsked(manifest).map(each => each.split(':')[0])
    for (const token of [...requires, ...optional, ...lazy]) {
      const needed = permissionFor(token.id)
      if (needed === undefined || asked.includes(needed)) continue
      const message = `"${id}" uses "${token.id}", which needs the permission "${needed}"; add it to permissions, with a reason.`
      add(id, 'permission_undeclared', message)
    }
  }
}

function checkCycles(manifests: readonly PluginManifest[], providers: Map<string, string>, add: AddProblem) {
  const byId = new Map(manifests.map(manifest => [manifest.id, manifest]))
  const done = new Set<string>()
  const walk = (plugin: string, path: readonly string[]): void => {
    const start = path.indexOf(plugin)
    if (start >= 0) {
      const cycle = [...path.slice(start), plugin].join(' → ')
      for (const member of path.slice(start)) {
        add(
          member,
          'cycle',
          `These plugins require each other: ${cycle}; make one of the tokens optional or lazy.`,
        )
      }
      return
    }
    if (done.has(plugin)) return
    for (const required of byId.get(plugin)?.requires ?? []) {
      const provider = providers.get(required.id)
      if (provider !== undefined && byId.has(provider)) walk(provider, [...path, plugin])
    }
    done.add(plugin)
  }
  for (const manifest of manifests) walk(manifest.id, [])
}

function whyMissing(
  tokenId: string,
  providers: readonly (readonly [tokenId: string, plugin: string])[],
  statusText: (plugin: string) => string,
  unreadable: readonly unknown[],
): string {
  const provider = unreadable.find(manifest => seemsToProvide(manifest, tokenId))
  if (provider) return `"${(provider as { id?: unknown }).id}" provides it, but its manifest is invalid.`
  const near = providers.filter(
    ([known]) => oneTypoApart(tokenId, known) || withoutPlugin(known) === withoutPlugin(tokenId),
  )
  if (near.length === 0) return 'no plugin here provides it.'
  const meant = near.map(([known]) => `"${known}"`).join(' or ')
  const owners = [...new Set(near.map(([, plugin]) => plugin))]
  return `did you mean ${meant}? ${owners.map(plugin => `"${plugin}", which provides it, ${statusText(plugin)}`).join(' ')}`
}

function withoutPlugin(tokenId: string): string {
  return tokenId.slice(tokenId.indexOf('.') + 1)
}

function seemsToProvide(manifest: unknown, tokenId: string): boolean {
  const { provides } = Object(manifest) as { readonly provides?: unknown }
  return Array.isArray(provides) && provides.some(token => (token as { id?: unknown } | null)?.id === tokenId)
}

const id = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9-]*$/, 'it has to be lowercase letters, digits and hyphens, with a letter first'),
  )
const text = z.string().check(z.minLength(1))
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.optional(z.array(z.looseObject(shape)))
const tokens = list({ id: text, key: z.symbol() })
const schema = z.custom<object>(value => typeof value === 'object' && value !== null, 'it is not a schema')

const permission = z.enum(PERMISSION_IDS)
const permissions = z.union([
  z.array(permission),
  z.partialRecord(
    permission,
    z.union([text, z.looseObject({ hosts: z.array(text).check(z.minLength(1)), reason: text })]),
  ),
])

const ACTIVATION = /^(startup$|route:\/|command:.|event:.)/

const manifestSchema = z.looseObject({
  id,
  formerly: z.optional(z.array(id)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/, 'it has to be a version such as 1.0.0')),
  title: text,
  runsIn: z.array(z.enum(['browser', 'node'])).check(z.minLength(1)),
  requires: tokens,
  optional: tokens,
  lazy: tokens,
  provides: tokens,
  description: z.optional(z.string()),
  extensionPoints: list({ id: text }),
  permissions: z.optional(permissions),
  contributes: z.optional(
    z.looseObject({
      settings: list({ id: text, title: text, version: text, schema }),
      routes: list({ path: z.string().check(z.startsWith('/')), title: text, screen: text }),
      header: list({ id: text, screen: text }),
      drawers: list({
        ...{ id: text, on: text, title: text, screen: text },
        side: z.enum(['left', 'right', 'bottom']),
        when: z.optional(z.string()),
      }),
      navigation: list({ path: text, title: text }),
      commands: list({
        id: text,
        formerly: z.optional(z.array(text)),
        title: text,
        keys: z.optional(z.array(z.string())),
        when: z.optional(z.string()),
        keysWhen: z.optional(z.string()),
        needs: z.optional(z.literal('screen')),
        args: z.optional(schema),
        asks: list({ id: text }),
      }),
    }),
  ),
  activateOn: z.optional(
    z.array(
      z
        .string()
        .check(
          z.regex(ACTIVATION, 'it has to be "startup", or begin with "route:/", "command:" or "event:"'),
        ),
    ),
  ),
  load: z.custom<() => unknown>(value => typeof value === 'function'),
})

const checked = new WeakMap<object, string | undefined>()

/** Checks each manifest once, because adding a plugin checks all of them again. */
function knownMistake(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null) return formMistake(manifest)
  if (!checked.has(manifest)) checked.set(manifest, formMistake(manifest))
  return checked.get(manifest)
}

export function formMistake(manifest: unknown): string | undefined {
  const { error } = manifestSchema.safeParse(manifest)
  return error && complaintOf(error)
}
