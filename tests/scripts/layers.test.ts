import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFolder } from '../support/test-folder.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What a file of the small project imports, and the rule that must refuse it ('' where none may). */
const IMPORTS: readonly (readonly [file: string, source: string, rule: string])[] = [
  ['src/core/http/upward.ts', "import '../auth/leaf.js'", 'core-layer-http'],
  ['src/core/api/upward.ts', "import '../events/leaf.js'", 'core-layer-platform-music-api'],
  ['src/core/journal/upward.ts', "import '../events/leaf.js'", 'core-layer-journal'],
  ['src/core/settings/upward.ts', "import '../http/leaf.js'", 'core-layer-events-tenant-settings-i18n'],
  ['src/core/auth/type-upward.ts', "import type {} from '../kernel/leaf.js'", 'core-layer-auth'],
  ['src/core/commands/upward.ts', "import '../kernel/leaf.js'", 'core-layer-commands'],
  ['src/core/kernel/to-screen.ts', "import '../react/leaf.js'", 'core-layer-kernel'],
  ['src/core/events/to-plugin.ts', "import '../../plugins/a/tokens.js'", 'core-is-independent'],
  ['src/core/kernel/react.ts', "import 'react'", 'react-in-its-place'],
  ['src/plugins/a/container.ts', "import 'tsyringe'", 'tsyringe-in-the-kernel'],
  ['src/core/api/full-zod.ts', "import 'zod'", 'full-zod-nowhere'],
  ['src/plugins/a/other.ts', "import '../b/runtime.js'", 'plugins-know-tokens-only'],
  ['src/plugins/d/tokens.ts', "import './internal-tokens.js'", 'public-tokens-only'],
  ['src/plugins/a/host.ts', "import '../../app/leaf.js'", 'plugins-know-no-host'],
  ['src/plugins/a/eager-screen.ts', "import './ui/screen.js'", 'screens-on-demand'],
  ['src/plugins/a/index.ts', "import './runtime.js'", 'manifests-are-light'],
  ['src/app/feature.ts', "import '../plugins/b/runtime.js'", 'hosts-hold-no-feature'],
  ['src/app/to-server.ts', "import '../../server/leaf.js'", 'app-is-for-browsers'],
  ['cli/eager-server.ts', "import '../server/leaf.js'", 'cli-starts-fast'],
  ['cli/to-app.ts', "import '../src/app/leaf.js'", 'cli-is-no-app'],
  ['server/to-kernel.ts', "import '../src/core/kernel/leaf.js'", 'server-knows-the-contract-only'],
  ['src/core/music/round.ts', "import './trip.js'", 'no-cycles'],
  ['src/plugins/a/tested.ts', "import '../../core/testing/leaf.js'", 'testing-stays-in-tests'],
  ['src/packages/to-kernel.ts', "import '../core/kernel/leaf.js'", 'packages-are-read-on-node'],
  ['src/app/to-packages.ts', "import '../packages/leaf.js'", 'pages-read-no-packages'],
  ['examples/a/inside.ts', "import '../../src/core/kernel/leaf.js'", 'examples-use-the-sdk'],
  ['examples/a/other.ts', "import '../b/index.js'", 'examples-use-the-sdk'],
  ['src/plugins/a/example.ts', "import '../../../examples/b/index.js'", 'product-without-examples'],
  ['src/core/music/lost.ts', "import './nowhere.js'", 'no-unresolved'],

  ['src/core/auth/downward.ts', "import '../http/leaf.js'", ''],
  ['src/core/kernel/container.ts', "import 'tsyringe'", ''],
  ['src/plugins/a/to-tokens.ts', "import '../b/tokens.js'", ''],
  ['src/plugins/a/lazy-screen.ts', "export const screen = () => import('./ui/screen.js')", ''],
  ['src/plugins/a/ui/drawn.ts', "import 'react'", ''],
  ['src/plugins/b/index.ts', "import './tokens.js'\nexport const load = () => import('./runtime.js')", ''],
  ['cli/lazy-server.ts', "export const start = () => import('../server/leaf.js')", ''],
  ['server/packages.ts', "import '../src/packages/leaf.js'", ''],
  ['server/contract.ts', "import '../src/core/api/leaf.js'", ''],
  ['examples/a/index.ts', "import '@fretwork/sdk/plugins/a'\nimport './own.js'", ''],
]

const LEAVES = [
  ...['api', 'events', 'http', 'auth', 'kernel', 'react'].map(folder => `src/core/${folder}/leaf.ts`),
  'src/plugins/a/tokens.ts',
  'src/plugins/a/runtime.ts',
  'src/plugins/a/ui/screen.ts',
  'src/plugins/b/tokens.ts',
  'src/plugins/b/internal-tokens.ts',
  'src/plugins/b/runtime.ts',
  'src/plugins/d/internal-tokens.ts',
  'src/app/leaf.ts',
  'src/packages/leaf.ts',
  'server/leaf.ts',
  'src/core/testing/leaf.ts',
  'examples/a/own.ts',
  'examples/b/index.ts',
]

interface Violation {
  from: string
  rule: { name: string }
}

const { at, put } = testFolder({}, true)
let violations: readonly Violation[] = []

/** Runs the very check of `npm test` over the small project. It exits with the number of violations. */
function cruise(): Promise<readonly Violation[]> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const folders = ['src', 'cli', 'server', 'examples']
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  return new Promise(resolve => {
    execFile(process.execPath, [program, ...args], { cwd: at(), maxBuffer: 1e8 }, (_, printed) => {
      resolve((JSON.parse(printed) as { summary: { violations: Violation[] } }).summary.violations)
    })
  })
}

beforeAll(async () => {
  for (const name of ['node_modules', '.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    await symlink(join(ROOT, name), at(name))
  }
  for (const file of LEAVES) await put(file, 'export {}')
  await put('src/core/music/trip.ts', "import './round.js'")
  // A circle of plugins, though none of modules.
  await put('src/plugins/e/tokens.ts', 'export {}')
  await put('src/plugins/f/tokens.ts', 'export {}')
  await put('src/plugins/e/songs/needs.ts', "import '../../f/tokens.js'")
  await put('src/plugins/f/needs.ts', "import '../e/tokens.js'")
  for (const [file, source] of IMPORTS) await put(file, `${source}\n`)
  violations = await cruise()
})

describe('the layers', () => {
  for (const [file, source, rule] of IMPORTS) {
    const shown = source.split('\n').join('; ')
    it(rule === '' ? `let ${file} say ${shown}` : `refuse that ${file} says ${shown}`, () => {
      const broken = violations.filter(violation => violation.from === file).map(({ rule: { name } }) => name)
      if (rule === '') expect(broken).toEqual([])
      else expect(broken).toContain(rule)
    })
  }

  it('refuse that plugins import each other’s tokens in a circle, and name its plugins', () => {
    const circles = violations.filter(({ rule }) => rule.name === 'no-plugin-circles')
    expect(circles.map(({ from }) => from).sort()).toEqual(['src/plugins/e', 'src/plugins/f'])
  })
})
