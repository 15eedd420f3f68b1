// A part of the app's development server: `npm run dev -- --examples` shows the plugins of `examples/` as well.
import { join } from 'node:path'
import { root } from '../project.mjs'

/** Set by `scripts/dev.mjs`; a build never has it. */
export const EXAMPLES_WANTED = 'FRETWORK_EXAMPLES'

/** Hands the app another plugin list, which holds the shipped one and the examples. */
export function withExamples() {
  return {
    name: 'fretwork:with-examples',
    apply: 'serve',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (!process.env[EXAMPLES_WANTED] || !importer.includes('/src/app/')) return undefined
      return source.endsWith('/plugins/plugin-list.js') ? join(root, 'examples/with-examples.ts') : undefined
    },
  }
}
