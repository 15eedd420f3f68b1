import { join } from 'node:path'
import { root } from '../project.mjs'

/** Environment variable, set only by `scripts/dev.mjs`. */
export const EXAMPLES_WANTED = 'FRETWORK_EXAMPLES'

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
