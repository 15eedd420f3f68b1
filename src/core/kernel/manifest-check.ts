/** Reads all manifests before any plugin code is loaded: what does not fit is named here, with what to do. */
import { satisfies } from 'compare-versions'
import * as z from 'zod/mini'
import type { CommandContribution } from '../commands/command.js'
import { bindingsClash, type KeyStroke, parseBinding } from '../commands/keys.js'
import { oneTypoApart } from '../commands/rank.js'
import { parseWhen } from '../commands/when.js'
import { messageOf } from '../platform/fretwork-error.js'
import { issueSentence } from '../platform/issue-sentence.js'
import { languageSettings } from '../settings/language.js'
import { layoutSettings } from '../settings/layout.js'
import { CORE_COMMANDS } from './core-commands.js'
import type { AnyToken, PluginManifest } from './plugin.js'

/** The version of the kernel's contract with plugins, which a manifest's `engine` must accept. */
export const ENGINE_VERSION = '1.0.0'

export interface ManifestProblem {
  /** The plugin that cannot run because of it. */
  readonly plugin: string
  readonly code:
    | 'manifest_invalid'
    | 'plugin_twice'
    | 'engine_mismatch'
    | 'token_twice'
    | 'token_missing'
    | 'cycle'
    | 'command_twice'
    | 'route_twice'
    | 'settings_twice'
  readonly message: string
}

/** A clash of keys stops nobody: the plugin that came first keeps the key. */
export interface KeyClash {
  readonly key: string
  readonly kept: string
  readonly lost: string
}

export interface ManifestReport {
  readonly problems: readonly ManifestProblem[]
  readonly keyClashes: readonly KeyClash[]
  /** Who provides a token, by its id. */
  readonly providers: ReadonlyMap<string, string>
  /** Which of the manifests, by index, can be read at all and are the first of their id. */
  readonly wellFormed: readonly number[]
}

/** The hosts' own names: for commands, and for the words that belong to them. */
const RESERVED = ['core', 'app']

const id = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/))
const text = z.string().check(z.minLength(1))
const token = z.looseObject({ id: text, key: z.symbol() })

const manifestSchema = z.looseObject({
  id,
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+/)),
  engine: text,
  title: text,
  runsIn: z.array(z.enum(['browser', 'node'])).check(z.minLength(1)),
  requires: z.optional(z.array(token)),
  optional: z.optional(z.array(token)),
  lazy: z.optional(z.array(token)),
  provides: z.optional(z.array(token)),
  contributes: z.optional(
    z.looseObject({
      settings: z.optional(z.array(z.looseObject({ id: text, title: text, version: text }))),
      routes: z.optional(
        z.array(z.looseObject({ path: z.string().check(z.startsWith('/')), title: text, screen: text })),
      ),
      drawers: z.optional(
        z.array(
          z.looseObject({ id: text, side: z.enum(['left', 'right']), on: text, title: text, screen: text }),
        ),
      ),
      navigation: z.optional(z.array(z.looseObject({ path: text, title: text }))),
      commands: z.optional(z.array(z.looseObject({ id: text, title: text }))),
    }),
  ),
  activateOn: z.optional(z.array(z.string().check(z.regex(/^(startup$|route:\/|command:.|event:.)/)))),
  load: z.custom<() => unknown>(value => typeof value === 'function'),
})

/** @param core tokens that the kernel itself provides */
export function checkManifests(
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
): ManifestReport {
  const problems: ManifestProblem[] = []
  const add = (plugin: string, code: ManifestProblem['code'], message: string) => {
    problems.push({ plugin, code, message })
  }

  const seen = new Set<string>()
  const wellFormed: number[] = []
  const sound = manifests.filter((manifest, index) => {
    const form = manifestSchema.safeParse(manifest)
    if (!form.success) {
      const name = nameOf(manifest, index)
      const issue = form.error.issues[0]
      const where = issue?.path.length ? ` at "${issue.path.join('.')}"` : ''
      add(name, 'manifest_invalid', `The manifest of "${name}" is wrong${where}: ${issueSentence(issue)}.`)
      return false
    }
    const name = manifest.id
    if (seen.has(name)) {
      add(name, 'plugin_twice', `There are two plugins called "${name}"; the second one is left out.`)
      return false
    }
    seen.add(name)
    wellFormed.push(index)
    if (RESERVED.includes(name)) {
      add(name, 'manifest_invalid', `"${name}" is not free as the id of a plugin; give it another one.`)
      return false
    }
    if (!accepts(manifest.engine)) {
      add(
        name,
        'engine_mismatch',
        `"${name}" was written for engine ${manifest.engine}, this is ${ENGINE_VERSION}; get a version of the plugin that fits.`,
      )
      return false
    }
    return true
  })

  const providers = new Map<string, string>(core.map(({ id }) => [id, 'core']))
  checkProviders(sound, providers, add)
  checkRequired(sound, providers, add)
  checkCycles(sound, providers, add)
  const keyClashes = checkContributions(sound, add)
  return { problems, keyClashes, providers, wellFormed }
}

/** What can be told of a manifest that is none: it comes from outside, and may be anything. */
function nameOf(manifest: { readonly id?: unknown } | null | undefined, index: number): string {
  const id = manifest?.id
  return typeof id === 'string' && id !== '' ? id : `plugin number ${index + 1}`
}

type Add = (plugin: string, code: ManifestProblem['code'], message: string) => void

function accepts(engine: string): boolean {
  try {
    return satisfies(ENGINE_VERSION, engine)
  } catch {
    // compare-versions throws for what is no range: such an engine accepts nothing.
    return false
  }
}

function checkProviders(
  manifests: readonly PluginManifest[],
  providers: Map<string, string>,
  add: Add,
): void {
  for (const manifest of manifests) {
    for (const provided of manifest.provides ?? []) {
      const first = providers.get(provided.id)
      if (first) {
        add(
          manifest.id,
          'token_twice',
          `"${provided.id}" is provided by ${first} and again by ${manifest.id}; one of the two has to go.`,
        )
      } else providers.set(provided.id, manifest.id)
    }
  }
}

function checkRequired(manifests: readonly PluginManifest[], providers: Map<string, string>, add: Add): void {
  for (const manifest of manifests) {
    for (const required of manifest.requires ?? []) {
      if (providers.has(required.id)) continue
      const near = [...providers.keys()].filter(known => oneTypoApart(required.id, known))
      const hint = near.length
        ? `did you mean ${near.map(name => `"${name}"`).join(' or ')}?`
        : 'no plugin here provides it.'
      add(manifest.id, 'token_missing', `"${manifest.id}" requires "${required.id}": ${hint}`)
    }
  }
}

function checkCycles(manifests: readonly PluginManifest[], providers: Map<string, string>, add: Add): void {
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

function checkContributions(manifests: readonly PluginManifest[], add: Add): KeyClash[] {
  const commands = new Map<string, string>()
  const routes = new Map<string, string>()
  const settings = new Map([layoutSettings, languageSettings].map(section => [section.id, 'core']))
  const keys: Binding[] = CORE_COMMANDS.flatMap(bindingsOf)
  const clashes: KeyClash[] = []
  for (const { id: plugin, contributes } of manifests) {
    const claim = (owners: Map<string, string>, key: string, code: ManifestProblem['code'], what: string) => {
      const first = owners.get(key)
      if (first)
        add(plugin, code, `The ${what} "${key}" belongs to ${first} already; ${plugin} needs another one.`)
      else owners.set(key, plugin)
    }
    for (const route of contributes?.routes ?? []) claim(routes, route.path, 'route_twice', 'route')
    for (const section of contributes?.settings ?? [])
      claim(settings, section.id, 'settings_twice', 'settings section')
    for (const item of contributes?.navigation ?? []) {
      tryOut(() => item.when && parseWhen(item.when), `The navigation to ${item.path}`, plugin, add)
    }
    for (const command of contributes?.commands ?? []) {
      claim(commands, command.id, 'command_twice', 'command')
      if (RESERVED.some(name => command.id.startsWith(`${name}.`))) {
        add(
          plugin,
          'manifest_invalid',
          `The command "${command.id}" of ${plugin} has a name of the application; begin it with "${plugin}.".`,
        )
      }
      tryOut(
        () => {
          if (command.when) parseWhen(command.when)
          for (const binding of bindingsOf(command)) {
            const first = keys.find(other => clash(other, binding))
            if (first) clashes.push({ key: binding.key, kept: first.command, lost: command.id })
            else keys.push(binding)
          }
        },
        `The command "${command.id}"`,
        plugin,
        add,
      )
    }
  }
  return clashes
}

function tryOut(parse: () => unknown, what: string, plugin: string, add: Add): void {
  try {
    parse()
  } catch (error) {
    add(plugin, 'manifest_invalid', `${what} of ${plugin}: ${messageOf(error)}`)
  }
}

interface Binding {
  readonly command: string
  readonly key: string
  /** Read as off a Mac and as on one: `$mod+k` is `ctrl+k` on one of them only. */
  readonly strokes: readonly (readonly KeyStroke[])[]
}

function bindingsOf({ id, keys = [] }: Pick<CommandContribution, 'id' | 'keys'>): Binding[] {
  return keys.map(key => ({ command: id, key, strokes: [parseBinding(key, false), parseBinding(key, true)] }))
}

function clash(a: Binding, b: Binding): boolean {
  return a.strokes.some((strokes, index) => bindingsClash(strokes, b.strokes[index] ?? []))
}
