import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences, reportText } from '../../scripts/api/report.js'
import { facesOf, readSurface, type Surface } from '../../scripts/api/surface.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FACES = { '@fretwork/sdk': 'src/core/index.ts', '@fretwork/sdk/plugins/*': 'src/plugins/*/tokens.ts' }

const SOURCES: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'ESNext', moduleResolution: 'bundler', target: 'ES2022', strict: true },
  }),
  'src/core/index.ts': "export { Neck, tune } from './neck.js'\nexport type { Position } from './place.js'",
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
    export const tune = (neck: Neck, by = 1) => neck.gauge.mm + by
    export const unseen = 1`,
  'src/core/place.ts': 'export interface Position { readonly fret: number }',
  'src/core/gauge.ts': 'export interface Gauge { mm: number }\nexport interface Unnamed { x: 1 }',
  'src/core/secret.ts': 'export interface Secret { x: 1 }',
  'src/plugins/pick/tokens.ts': 'export const PICK: string = "pick.pick"',
  'src/plugins/silent/index.ts': 'export default 1',
}

let folder = ''
let surface: Surface

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-surface-'))
  for (const [path, text] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  surface = readSurface(folder, facesOf(folder, FACES))
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

describe('the report of the SDK', () => {
  it('has every face, and one per plugin that offers tokens', () => {
    expect(surface.faces.map(({ name }) => name)).toEqual(['@fretwork/sdk', '@fretwork/sdk/plugins/pick'])
  })

  it('shows what is exported with its types, inferred ones too, and nothing private', () => {
    expect(surface.faces[0]?.entries).toEqual([
      { name: 'Neck', text: 'class Neck {\n  readonly gauge: Gauge;\n  at(place: Position): number;\n}' },
      { name: 'Position', text: 'interface Position {\n  readonly fret: number;\n}' },
      { name: 'tune', text: 'const tune: (neck: Neck, by?: number) => number;' },
    ])
  })

  it('follows types that no face exports, as far as what is public reaches them', () => {
    expect(surface.reached.map(({ module, entries }) => [module, entries.map(({ name }) => name)])).toEqual([
      ['src/core/gauge', ['Gauge']],
    ])
  })

  it('differs by the lines that came and went, and not at all from itself', () => {
    const text = reportText(surface)
    expect(differences(text, text)).toEqual([])
    expect(differences(text.replace('fret: number', 'fret: string'), text)).toEqual([
      '-   readonly fret: string;',
      '+   readonly fret: number;',
    ])
    expect(differences('b\na', 'a\nb')).toHaveLength(1)
  })
})
