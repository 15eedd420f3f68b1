// Builds the package `@fretwork/sdk`: compiled entry points, types, and the Vite preset for plugins.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../lib/project.mjs'
import { compile, withoutModules } from './compile.js'
import { writeDeclarations } from './declarations.js'
import { beginPackage, rangeOf, writePackageJson } from './files.js'

/** Replaces the score module, because alphaTab is 3 MB and plugin tests do not need it. */
const SCORES = "throw new Error('Scores need the application: @fretwork/sdk does not contain alphaTab.')"
const SCREENS = "throw new Error('This screen of a built-in plugin needs the application.')"

export const ENTRIES = {
  '.': 'src/sandbox/sdk.ts',
  './testing': 'src/sandbox/testing.ts',
} as const

export async function writeSdk(out: string): Promise<string> {
  const folder = beginPackage(out, 'sdk')
  await compile({
    input: {
      ...{ sdk: ENTRIES['.'], testing: ENTRIES['./testing'] },
      vite: 'scripts/lib/plugin/plugin-preset.mjs',
    },
    outDir: join(folder, 'dist'),
    external: /^vite(\/|$)|^node:/,
    plugins: [
      withoutNodeMidi(),
      withoutModules(
        'fretwork:no-scores',
        source => /\/(engine-room|earlier-tune)\.js$/.test(source),
        SCORES,
      ),
      withoutModules(
        'fretwork:no-screens',
        (source, importer) => importer.includes('/src/plugins/') && /(^|\/)ui\//.test(source),
        SCREENS,
      ),
    ],
    alias: [
      { find: /^axios$/, replacement: join(root, 'node_modules/axios/dist/esm/axios.js') },
      { find: /^\.\/plugin-place\.mjs$/, replacement: join(root, 'scripts/packages/plugin-place.mjs') },
    ],
  })
  writeDeclarations(Object.values(ENTRIES), join(folder, 'types'))
  copyFileSync(join(root, 'scripts/lib/plugin/plugin-preset.d.mts'), join(folder, 'types/vite.d.ts'))
  writePackageJson(folder, 'sdk', {
    description: 'Write, test and build plugins for Fretwork',
    keywords: ['fretwork', 'fretwork-plugin', 'midi', 'guitar'],
    sideEffects: false,
    files: ['dist', 'types', 'NOTICE'],
    exports: {
      '.': { types: './types/sandbox/sdk.d.ts', default: './dist/sdk.js' },
      './testing': { types: './types/sandbox/testing.d.ts', default: './dist/testing.js' },
      './vite': { types: './types/vite.d.ts', default: './dist/vite.js' },
      './package.json': './package.json',
    },
    peerDependencies: { vite: rangeOf('vite') },
  })
  return folder
}

/** Removes WEBMIDI.js's import of a native MIDI package, because tests use fake devices. */
function withoutNodeMidi(): Plugin {
  const importing = /let jzz = await import\("jzz"\);\s*return jzz\.default;/
  return {
    name: 'fretwork:without-node-midi',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/webmidi\/dist\/esm\//.test(id)) return undefined
      if (!importing.test(code))
        this.error('WEBMIDI.js imports "jzz" in another way than before: look at it again.')
      return { code: code.replace(importing, 'return {};'), map: null }
    },
  }
}
