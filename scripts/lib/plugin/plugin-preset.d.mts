import type { Plugin } from 'vite'

export interface FretworkPluginOptions {
  /** Module whose default export is the plugin. Default: `src/index.ts`, `.tsx` or `.js`. */
  readonly entry?: string
}

/** Builds a plugin into one script, runs its `setup` without an app, and writes `dist/plugin.json`. */
export function fretworkPlugin(options?: FretworkPluginOptions): Plugin
