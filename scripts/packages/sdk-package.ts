// Builds the package `@fretwork/sdk`: compiled entry points, types, and the Vite preset for plugins.
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { SDK_FACES } from '../lib/plugin/sdk-faces.mjs'
import { root } from '../lib/project.mjs'
import { compile, withoutModules } from './compile.js'
import { writeDeclarations } from './declarations.js'
import { beginPackage, rangeOf, writePackageJson } from './files.js'

const EXTERNAL = /^(react|react-dom|zod|vite|@testing-library\/react)(\/|$)|^node:/

/** Replaces the score module, because alphaTab is 3 MB and plugin tests do not need it. */
const SCORES = "throw new Error('Scores need the application: @fretwork/sdk does not contain alphaTab.')"
/** Replaces other plugins' screens. The tests of a plugin render only its own screens. */
const SCREENS =
  "throw new Error('This screen of a built-in plugin needs the application: test your own screens.')"

export async function writeSdk(out: string): Promise<string> {
  const folder = beginPackage(out, 'sdk')
  const faces = allFaces()
  const input = Object.fromEntries(faces.map(({ name, file }) => [outputOf(name), file]))
  await compile({
    input: {
      ...input,
      vite: 'scripts/lib/plugin/plugin-preset.mjs',
      'manifest-json': 'src/core/kernel/external-manifest.ts',
    },
    outDir: join(folder, 'dist'),
    external: EXTERNAL,
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
      { find: /^\.\/sdk-place\.mjs$/, replacement: join(root, 'scripts/packages/sdk-place-of-package.mjs') },
    ],
  })
  writeDeclarations(
    faces.map(({ file }) => file),
    join(folder, 'types'),
  )
  copyFileSync(join(root, 'scripts/lib/plugin/plugin-preset.d.mts'), join(folder, 'types/vite.d.ts'))
  writePackageJson(folder, 'sdk', {
    description: 'Write, test and build plugins for Fretwork',
    keywords: ['fretwork', 'fretwork-plugin', 'midi', 'guitar'],
    sideEffects: false,
    files: ['dist', 'types', 'NOTICE'],
    exports: exportsOf(faces),
    dependencies: { zod: rangeOf('zod') },
    ...peers(),
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

interface Face {
  readonly name: string
  readonly file: string
}

function allFaces(): Face[] {
  const plugins = readdirSync(join(root, 'src/plugins'))
  return Object.entries(SDK_FACES).flatMap(([name, file]) =>
    name.includes('*')
      ? plugins
          .map(id => ({ name: name.replace('*', id), file: file.replace('*', id) }))
          .filter(face => existsSync(join(root, face.file)))
      : [{ name, file }],
  )
}

/** Returns `testing/react` for `@fretwork/sdk/testing/react`. */
function outputOf(name: string): string {
  return name.replace(/^@fretwork\/sdk\/?/, '') || 'index'
}

function exportsOf(faces: readonly Face[]) {
  const all = faces.map(({ name, file }) => [
    name.replace('@fretwork/sdk', '.'),
    {
      types: `./${file.replace(/^src/, 'types').replace(/\.tsx?$/, '.d.ts')}`,
      default: `./dist/${outputOf(name)}.js`,
    },
  ])
  return {
    ...Object.fromEntries(all),
    './vite': { types: './types/vite.d.ts', default: './dist/vite.js' },
    './package.json': './package.json',
  }
}

/** Returns the peer dependencies, all optional, because headless plugins do not need them. */
function peers() {
  const names = ['@testing-library/react', '@types/react', 'react', 'react-dom', 'vite']
  return {
    peerDependencies: Object.fromEntries(names.map(name => [name, rangeOf(name)])),
    peerDependenciesMeta: Object.fromEntries(names.map(name => [name, { optional: true }])),
  }
}
