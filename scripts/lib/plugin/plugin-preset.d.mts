/** Vite configuration that builds a plugin package. */
import type { Plugin } from 'vite'

export interface FretworkPluginOptions {
  /** Module whose default export is the manifest, relative to the package; default: `src/index.ts`. */
  readonly manifest?: string
  /** Module whose default export is the runtime; default: `src/runtime.ts`. */
  readonly runtime?: string
}

/** Names of modules that the application shares with plugins. */
export const SHARED: RegExp

/** Builds `plugin.json`, the entry point and its imports into `dist`, with the hash of every file. */
export function fretworkPlugin(options?: FretworkPluginOptions): Plugin
