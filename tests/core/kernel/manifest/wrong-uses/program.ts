/** Writes the table's uses as files of one program, so that all of them take one type check. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WrongUse } from './table.js'

const ROOT = join(import.meta.dirname, '../../../../..')

const MANIFEST = `
import { createToken, definePlugin } from '@fretwork/sdk'
import * as z from 'zod/mini'
export interface ScoreService { readonly points: number }
export interface OtherService { readonly songs: readonly string[] }
export const SCORE = createToken<ScoreService>('quiz.score')
export const OTHER = createToken<OtherService>('other.songs')
export const BEST = createToken<OtherService, 'other.best'>('other.best')
export default definePlugin({
  id: 'quiz',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Quiz',
  runsIn: ['browser', 'node'],
  provides: [SCORE],
  contributes: {
    routes: [{ path: '/quiz', title: 'Quiz', screen: 'Page' }],
    navigation: [{ path: '/quiz', title: 'Quiz', icon: 'music', when: "loggedIn && route != '/this and that'" }],
    commands: [
      { id: 'quiz.say', title: 'Say', args: z.object({ text: z.string() }), asks: [{ id: 'text', title: 'Text' }] },
      { id: 'quiz.stop', title: 'Stop' },
    ],
  },
  permissions: { 'midi-in': 'Counts notes.', network: { hosts: ['api.example.org'], reason: 'Looks up chords.' } },
  activateOn: ['command:quiz.*', 'command:quiz.stop', 'command:player.play', 'route:/quiz', 'event:midi-io.event', 'startup'],
  load: () => import('./right-runtime.js'),
})
`

const RUNTIME_IMPORTS = `
import { CLOCK, defineRuntime, provide, provideFactory } from '@fretwork/sdk'
import type manifest from './right-manifest.js'
import { BEST, OTHER, type OtherService, SCORE, type ScoreService } from './right-manifest.js'
export class Score implements ScoreService { points = 0 }
export class Other implements OtherService { songs = [] }
export const used = { CLOCK, provide, provideFactory, SCORE, OTHER, BEST }
`

const RIGHT_RUNTIME = `${RUNTIME_IMPORTS}
export default defineRuntime<typeof manifest>()({
  providers: [provideFactory(SCORE, ({ get }) => ({ points: get(CLOCK).now() }))],
  commands: {
    'quiz.say': ({ get }, { text }) => text.length + get(SCORE).points,
    'quiz.stop': ({ find, signal }) => signal.aborted || find(SCORE),
  },
  choices: { 'quiz.say': { text: ({ get }) => [{ value: get(SCORE).points, label: 'Points' }] } },
  screens: { Page: () => import('./page.js') },
  activate: ({ load }) => void load(SCORE),
})
export const withPanel = defineRuntime<typeof manifest, 'Panel'>()({
  providers: [provide(SCORE, Score)],
  commands: { 'quiz.say': () => 1, 'quiz.stop': () => 2 },
  screens: { Page: () => import('./page.js'), Panel: () => import('./page.js') },
})
export const withoutManifest = defineRuntime({ commands: { 'any.thing': ({ get }) => get(OTHER).songs } })
`

const SETTINGS_IMPORTS = `
import { defineSettings } from '@fretwork/sdk'
import * as z from 'zod/mini'
`

const RIGHT_SETTINGS = `${SETTINGS_IMPORTS}
interface Quiz { readonly bpm: number; readonly sound: boolean }
export default defineSettings<Quiz>({
  id: 'Quiz',
  title: 'Quiz',
  version: '1',
  schema: z.object({ bpm: z.number(), sound: z.boolean() }),
  defaults: { bpm: 90, sound: true },
  fields: [{ id: 'bpm', unit: 'bpm', choices: [{ value: 90, label: 'Slow' }] }, { id: 'sound', title: 'Sound' }],
})
`

function textOf({ manifest, runtime, code }: WrongUse): string {
  if (runtime !== undefined) {
    return `${RUNTIME_IMPORTS}export default defineRuntime<typeof manifest>()({${runtime}})\n`
  }
  if (code !== undefined) return `${SETTINGS_IMPORTS}export default ${code}\n`
  const fields: Readonly<Record<string, string>> = {
    id: "'quiz'",
    version: "'1.0.0'",
    engine: "'^1.1.0'",
    title: "'Quiz'",
    runsIn: "['browser', 'node']",
    load: "() => import('./page.js')",
  }
  const usual = Object.entries(fields)
    .filter(([name]) => !manifest?.startsWith(`${name}:`))
    .map(([name, value]) => `  ${name}: ${value},\n`)
  const imports = "import { createToken, definePlugin } from '@fretwork/sdk'\nimport * as z from 'zod/mini'\n"
  return `${imports}export const used = { createToken, z }\nexport default definePlugin({\n${usual.join('')}  ${manifest}\n})\n`
}

/** A manifest that uses the runtime or the settings of a use, for a check at run time. */
function manifestAround({ runtime, code }: WrongUse, name: string): string | undefined {
  const right = "import manifest from './right-manifest.js'\n"
  if (runtime !== undefined)
    return `${right}export default { ...manifest, load: () => import('./${name}.js') }\n`
  if (code === undefined) return undefined
  const contributes = '{ ...manifest.contributes, settings: [settings as never] }'
  return `${right}import settings from './${name}.js'\nexport default { ...manifest, contributes: ${contributes} }\n`
}

export interface Program {
  /** The name of a use's file. */
  nameOf(index: number): string
  /** The path of its manifest. */
  manifestOf(index: number): string
  /** What the compiler says about each file, as one text. */
  diagnostics(): ReadonlyMap<string, string>
  remove(): void
}

export function programOf(uses: readonly WrongUse[]): Program {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'test-results/wrong-uses-'))
  const nameOf = (index: number) => `use-${index}.ts`
  const files: Readonly<Record<string, string>> = {
    'right-manifest.ts': MANIFEST,
    'right-runtime.ts': RIGHT_RUNTIME,
    'right-settings.ts': RIGHT_SETTINGS,
    'page.ts': 'export default function Page() {}\n',
    'no-default.ts': 'export const page = 1\n',
    ...Object.fromEntries(uses.map((use, index) => [nameOf(index), textOf(use)])),
  }
  uses.forEach((use, index) => {
    const around = manifestAround(use, `use-${index}`)
    if (around !== undefined) writeFileSync(join(folder, `manifest-${index}.ts`), around)
  })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return {
    nameOf,
    manifestOf: index => {
      const around = join(folder, `manifest-${index}.ts`)
      return existsSync(around) ? around : join(folder, nameOf(index))
    },
    diagnostics: () => compile(folder, Object.keys(files)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function compile(folder: string, names: readonly string[]): ReadonlyMap<string, string> {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: names }))
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  const said = new Map<string, string>()
  let name = ''
  for (const line of outputOf([tsc, '-p', config, '--pretty', 'false'], folder).split('\n')) {
    // A diagnostic begins with its file; its further lines are indented.
    if (!line.startsWith(' ')) name = line.slice(0, line.indexOf('('))
    said.set(name, `${said.get(name) ?? ''}${line.replaceAll('\\"', '"')}\n`)
  }
  return said
}

function outputOf(words: string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, words, { cwd, encoding: 'utf8' })
  } catch (error) {
    // With mistakes it ends with an error, and says them on its output.
    return String((error as { stdout: unknown }).stdout)
  }
}
