/** What a check of plugins reads, and what it finds. */
import { oneTypoApart } from '../../../src/core/commands/search/typos.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { CliError, EXIT } from '../../errors.js'

export interface Finding {
  readonly plugin: string
  readonly code: string
  /** One sentence: what, where, what to do. */
  readonly message: string
}

export interface Candidate {
  /** Missing if it could not be read. */
  readonly manifest?: PluginManifest
  /** What is wrong with the files themselves. */
  readonly problems: readonly Finding[]
  /** It is the source of a built-in plugin, and replaces it. */
  readonly shipped?: boolean
}

/** @throws CliError `manifest_missing` unless there is an id: one sentence instead of one for every field */
export function idOf(content: unknown, sentence: string): string {
  const { id } = Object(content) as { readonly id?: unknown }
  if (typeof id === 'string') return id
  throw new CliError('manifest_missing', sentence, EXIT.badInput)
}

/** What all manifests together provide. */
export interface Provided {
  readonly tokens: readonly string[]
  readonly routes: readonly string[]
  readonly commands: readonly string[]
  /** Ids of all plugins, and of those that ship. */
  readonly plugins: readonly string[]
  readonly shipped: readonly string[]
}

export type Warn = (code: string, message: string) => void
export type Check = (manifest: PluginManifest, warn: Warn, provided: Provided) => void

/** Shorter names are similar to too many others. */
const SHORTEST_WITH_NEAR = 3

/** The end of a sentence about an unknown name: similar names, or just the full stop. */
export function nearEnd(name: string, known: readonly string[]): string {
  const found = name.length < SHORTEST_WITH_NEAR ? [] : known.filter(each => oneTypoApart(name, each))
  return found.length === 0 ? '.' : `; did you mean ${found.map(each => `"${each}"`).join(' or ')}?`
}
