/** Vite configuration that builds a plugin package. */
import type { Plugin } from 'vite'

export interface FretworkPluginOptions {
  /** The module whose default export is the manifest, below the package; `src/index.ts` unless given. */
  readonly manifest?: string
  /** The module whose default export is the runtime; `src/runtime.ts` unless given. */
  readonly runtime?: string
}

/** The names of modules that the application shares with plugins. */
export const SHARED: RegExp

/** Builds `plugin.json`, the entry and what it loads into `dist`, with the hash of every file. */
export function fretworkPlugin(options?: FretworkPluginOptions): Plugin
