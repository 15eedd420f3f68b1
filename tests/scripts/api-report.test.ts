import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CORE, coreFaults, isCore } from '../../scripts/api/core-names.js'
import { examplesModule, missingExamples } from '../../scripts/api/examples.js'
import { differences, reportText } from '../../scripts/api/report.js'
import { type Entry, facesOf, readSurface } from '../../scripts/api/surface.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FACES = { '@fretwork/sdk': 'src/core/index.ts', '@fretwork/sdk/plugins/*': 'src/plugins/*/tokens.ts' }

const SOURCES: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'ESNext', moduleResolution: 'bundler', target: 'ES2022', strict: true },
  }),
  'src/core/index.ts':
    "export { Neck, tune, type Silent } from './neck.js'\nexport type { Position } from './place.js'",
  'src/core/neck.ts': `
    import type { Gauge } from './gauge.js'
    import type { Position } from './place.js'
    import type { Secret } from './secret.js'
    /** Says why, which is not what a report is about. */
    export class Neck {
      private readonly hidden: Secret | undefined
      #more = 1
      readonly gauge: Gauge = { mm: this.#more }
      at(place: Position): number { return place.fret + (this.hidden ? 1 : 0) }
    }
    /**
     * Tunes by \`plan.Pro\`, once. What follows is for those who read on.
     * @since 1.1.0
     * @deprecated use Neck
     * @example tune(new Neck(), 2)
     */
    export const tune = (neck: Neck, by = 1) => neck.gauge.mm + by
    export class Silent {}
    export const unseen = 1`,
  'src/core/place.ts': 'export interface Position { readonly fret: number }',
  'src/core/gauge.ts': 'export interface Gauge { mm: number }\nexport interface Unnamed { x: 1 }',
  'src/core/secret.ts': 'export interface Secret { x: 1 }',
  'src/plugins/pick/tokens.ts': 'export const PICK: string = "pick.pick"',
  'src/plugins/silent/index.ts': 'export default 1',
}

let folder = ''
let entries: readonly Entry[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-surface-'))
  for (const [path, text] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  entries = readSurface(folder, facesOf(folder, FACES))
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

describe('the report of the SDK', () => {
  it('has every face, and one per plugin that offers tokens', () => {
    expect([...new Set(entries.map(({ face }) => face))]).toEqual([
      '@fretwork/sdk',
      '@fretwork/sdk/plugins/pick',
    ])
  })

  it('shows what is exported with its types and examples, and nothing private', () => {
    expect(entries.slice(0, 4).map(({ name, text, example }) => [name, text, example])).toEqual([
      ['Neck', 'class Neck {\n  readonly gauge: Gauge;\n  at(place: Position): number;\n}', undefined],
      ['Position', 'interface Position {\n  readonly fret: number;\n}', undefined],
      ['Silent', 'class Silent {\n}', undefined],
      ['tune', 'const tune: (neck: Neck, by?: number) => number;', 'tune(new Neck(), 2)'],
    ])
  })

  it('names each value without an example; what is offered as a type needs none', () => {
    expect(missingExamples(entries)).toEqual([
      'Neck of @fretwork/sdk has no @example (src/core/neck).',
      'PICK of @fretwork/sdk/plugins/pick has no @example (src/plugins/pick/tokens).',
    ])
  })

  it('makes a module of the examples of a face, with what they name imported', () => {
    const module = examplesModule('@fretwork/sdk', entries)
    expect(module).toContain("import { Neck } from '@fretwork/sdk'")
    expect(module).toContain('exampleOf_tune() {\ntune(new Neck(), 2)\n}')
    expect(module).not.toContain('Position')
  })

  it('groups by subject, and the rest by plugin', () => {
    const titles = reportText(entries).match(/^## .*/gm)
    expect(titles).toEqual(['## Services', '## Plugin pick'])
  })

  it('reads the first sentence, the first version with a name, and what to use instead', () => {
    const tune = entries.find(({ name }) => name === 'tune')
    expect(tune).toMatchObject({
      ...{ sentence: 'Tunes by `plan.Pro`, once.', since: '1.1.0', deprecated: 'use Neck' },
      example: 'tune(new Neck(), 2)',
    })
    const [silent] = entries.filter(({ name }) => name === 'Silent')
    expect(silent).toMatchObject({ sentence: undefined, since: undefined, deprecated: undefined })
  })

  it('has a stable core of about sixty names, and says what a name of it lacks', () => {
    const names = [...CORE.values()].flat()
    expect(names.length).toBeGreaterThan(50)
    expect(names.length).toBeLessThan(70)
    expect(new Set(names).size).toBe(names.length)
    const complete: Entry[] = names.map(key => {
      const [face = '', name = ''] = key.split(' ')
      const said = { sentence: 'Does it.', since: '1.0.0', deprecated: undefined, example: 'it()' }
      return { face, name, module: 'src/it', text: 'const it: It;', isValue: true, ...said }
    })
    expect(coreFaults(complete)).toEqual([])
    expect(complete.every(isCore)).toBe(true)
    const [first, second, ...rest] = complete as [Entry, Entry, ...Entry[]]
    const bare = { ...second, sentence: undefined, since: 'long ago', example: undefined, deprecated: '' }
    expect(coreFaults([bare, ...rest])).toEqual([
      `${first.name} of ${first.face} belongs to the stable core, and is not exported.`,
      ...[
        'no sentence that says what it is for',
        'no @since with a version',
        'no @example',
        'a @deprecated that does not say what to use instead',
      ].map(what => `${second.name} of ${second.face} belongs to the stable core, and has ${what} (src/it).`),
    ])
  })

  it('shows the core first, by subject, and everything else behind it', () => {
    const text = reportText([
      ...entries,
      {
        ...{ face: '@fretwork/sdk', name: 'CLOCK', module: 'src/core/clock', text: 'const CLOCK: Clock;' },
        ...{
          isValue: true,
          sentence: 'Time.',
          since: '1.0.0',
          deprecated: 'use TIME',
          example: 'get(CLOCK)',
        },
      },
    ])
    expect(text.match(/^#+ .*/gm)?.slice(1)).toEqual([
      '# Stable core',
      '## Services',
      '### `CLOCK`',
      '# Advanced',
      '## Services',
      '## Plugin pick',
    ])
    expect(text).toContain('**Deprecated**: use TIME. Time. *`@fretwork/sdk`, since 1.0.0.*')
  })

  it('differs by the lines that came and went, and not at all from itself', () => {
    const text = reportText(entries)
    expect(differences(text, text)).toEqual([])
    expect(differences(text.replace('fret: number', 'fret: string'), text)).toEqual([
      '-   readonly fret: string;',
      '+   readonly fret: number;',
    ])
    expect(differences('b\na', 'a\nb')).toHaveLength(1)
  })
})
