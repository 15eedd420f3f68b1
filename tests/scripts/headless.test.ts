import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { headlessProblems } from '../../scripts/headless/screenless.js'
import { testFolder } from '../support/test-folder.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const SOURCES = {
  'src/core/events/quiet.ts': 'export const quiet = true',
  'src/core/events/loud.ts': 'export const title = document.title',
  'src/core/react/screen.tsx': 'export const title = document.title',
  'src/plugins/a/runtime.ts': [
    "export const screens = { Log: () => import('./ui/log.js') }",
    "export const named = () => import('./ui/log.js').then(module => ({ default: module.Log }))",
    "import { sound } from './sound.js'",
    'export const loud: string = sound',
  ].join('\n'),
  'src/plugins/a/sound.ts': 'export const sound = window.name',
  'src/plugins/a/parts/loud.ts': 'export const width = window.innerWidth',
  'src/plugins/a/parts/show.ts': "export const show = () => import('../ui/log.js')",
  'src/plugins/a/ui/log.tsx': 'export const Log = () => document.title\nexport default Log',
  'cli/main.ts': "export const wrong: number = 'x'",
  'server/main.ts': 'export {}',
}

const { at, put } = testFolder(SOURCES, true)
let problems: readonly string[] = []

beforeAll(async () => {
  for (const name of ['node_modules', 'tsconfig.json', 'package.json'])
    await symlink(join(ROOT, name), at(name))
  const project = {
    extends: join(ROOT, 'tsconfig.headless.json'),
    include: ['src/core', 'src/plugins/**/*.ts', 'cli', 'server'],
    exclude: ['src/core/react', 'src/plugins/*/ui'],
  }
  problems = headlessProblems(await put('tsconfig.headless.json', JSON.stringify(project)))
})

it('refuses the DOM in core and in headless files of plugins but not in screens, and wrong types anywhere', () => {
  const files = problems.map(problem => problem.slice(0, problem.indexOf(':')))
  expect(files.sort()).toEqual([
    'cli/main.ts',
    'src/core/events/loud.ts',
    'src/plugins/a/parts/loud.ts',
    'src/plugins/a/sound.ts',
  ])
  expect(problems.join('\n')).toContain("src/plugins/a/sound.ts:1:22 Cannot find name 'window'")
})
