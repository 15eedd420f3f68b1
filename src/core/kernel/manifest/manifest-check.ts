/** Reads all manifests before any plugin code is loaded: what does not fit is named here, with what to do. */
import { satisfies } from 'compare-versions'
import type { PluginStatus } from '../host/plugin-state.js'
import { checkContributions, RESERVED } from './contribution-check.js'
import type { AddProblem, KeyClash, ManifestProblem } from './manifest-problem.js'
import { formMistake } from './manifest-schema.js'
import { whyMissing } from './missing-token.js'
import type { AnyToken, PluginManifest } from './plugin.js'

/** The version of the kernel's contract with plugins, which a manifest's `engine` must accept. */
export const ENGINE_VERSION = '1.1.0'

export interface ManifestReport {
  readonly problems: readonly ManifestProblem[]
  readonly keyClashes: readonly KeyClash[]
  /** Who provides a token, by its id. */
  readonly providers: ReadonlyMap<string, string>
  /** Which of the manifests, by index, can be read at all and are the first of their id. */
  readonly wellFormed: readonly number[]
  /** What each of the manifests is called in problems and states. */
  readonly names: readonly string[]
}

/**
 * @param core tokens that the kernel itself provides
 * @param statusOf what a plugin is doing, for the sentences
 */
export function checkManifests(
  manifests: readonly PluginManifest[],
  core: readonly AnyToken[],
  statusOf: (manifest: PluginManifest) => PluginStatus = () => 'registered',
): ManifestReport {
  const problems: ManifestProblem[] = []
  const add: AddProblem = (plugin, code, message) => void problems.push({ plugin, code, message })

  const mistakes = manifests.map(formMistake)
  const wellFormed = manifests.flatMap((manifest, index) =>
    mistakes[index] === undefined && firstOf(manifests, mistakes, manifest.id) === index ? index : [],
  )
  const taken = new Set(wellFormed.map(index => manifests[index]?.id ?? ''))
  const names = manifests.map((manifest, index) =>
    wellFormed.includes(index) ? manifest.id : freeName(nameOf(manifest, index), taken),
  )
  manifests.forEach((manifest, index) => {
    const [name, mistake] = [names[index] ?? '', mistakes[index]]
    if (mistake !== undefined) {
      add(name, 'manifest_invalid', `The manifest of "${nameOf(manifest, index)}" is wrong${mistake}.`)
    } else if (name !== manifest.id) {
      add(name, 'plugin_twice', `There are two plugins called "${manifest.id}"; the second one is left out.`)
    }
  })

  const readable = wellFormed.flatMap(index => manifests[index] ?? [])
  const sound = readable.filter(manifest => suits(manifest, add))
  const providers = new Map<string, string>(core.map(({ id }) => [id, 'core']))
  checkProviders(sound, providers, add)
  // Who needs one that cannot run is blocked by it, and told its reason.
  checkProviders(
    readable.filter(manifest => !sound.includes(manifest)),
    providers,
    () => undefined,
  )
  const standing = (plugin: string) => {
    const problem = problems.find(each => each.plugin === plugin)
    const manifest = readable.find(({ id }) => id === plugin)
    return problem
      ? `cannot run: ${problem.message}`
      : `is ${manifest ? statusOf(manifest).replaceAll('-', ' ') : 'always there'}.`
  }
  const unreadable = manifests.filter((_, index) => mistakes[index] !== undefined)
  checkRequired(sound, providers, add, missing => whyMissing(missing, { providers, standing, unreadable }))
  checkCycles(sound, providers, add)
  const keyClashes = checkContributions(sound, add)
  return { problems, keyClashes, providers, wellFormed, names }
}

function firstOf(
  manifests: readonly PluginManifest[],
  mistakes: readonly (string | undefined)[],
  id: string,
): number {
  return manifests.findIndex((manifest, index) => mistakes[index] === undefined && manifest.id === id)
}

/** What can be told of a manifest that is none. */
function nameOf(manifest: { readonly id?: unknown } | null | undefined, index: number): string {
  const id = manifest?.id
  return typeof id === 'string' && id !== '' ? id : `plugin number ${index + 1}`
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}#${number}`
  taken.add(name)
  return name
}

function suits({ id, engine }: PluginManifest, add: AddProblem): boolean {
  if (RESERVED.includes(id)) {
    add(id, 'manifest_invalid', `"${id}" is not free as the id of a plugin; give it another one.`)
    return false
  }
  if (accepts(engine)) return true
  add(
    id,
    'engine_mismatch',
    `"${id}" was written for engine ${engine}, this is ${ENGINE_VERSION}; get a version of the plugin that fits.`,
  )
  return false
}

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
  add: AddProblem,
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

function checkRequired(
  manifests: readonly PluginManifest[],
  providers: Map<string, string>,
  add: AddProblem,
  why: (tokenId: string) => string,
): void {
  for (const manifest of manifests) {
    for (const { id } of manifest.requires ?? []) {
      if (!providers.has(id))
        add(manifest.id, 'token_missing', `"${manifest.id}" requires "${id}": ${why(id)}`)
    }
  }
}

function checkCycles(
  manifests: readonly PluginManifest[],
  providers: Map<string, string>,
  add: AddProblem,
): void {
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
