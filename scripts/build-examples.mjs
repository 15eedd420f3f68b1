// `node scripts/build-examples.mjs [FOLDER]`: builds each example as a plugin package that Fretwork can load
// from a URL.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { fretworkPlugin } from './lib/plugin/plugin-preset.mjs'
import { root, script } from './lib/project.mjs'

const EXAMPLES = join(root, 'examples')

script(async () => {
  const out = resolve(process.argv[2] ?? join(root, 'dist/examples'))
  const ids = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? [entry.name] : [],
  )
  for (const id of ids) {
    await build({
      root: join(EXAMPLES, id),
      configFile: false,
      logLevel: 'warn',
      plugins: [fretworkPlugin({ entry: 'index.ts' })],
      build: { outDir: join(out, id), emptyOutDir: true },
    })
    process.stdout.write(`${join(out, id, 'plugin.json')}\n`)
  }
})
