/** What a check of plugins reads, and what it finds. */
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
