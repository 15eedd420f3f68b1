import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOne } from '../../../../../cli/commands/plugins/plugins-check.js'
import { readModule } from '../../../../../cli/commands/plugins/plugins-module.js'
import { programOf } from './program.js'
import { WRONG_USES } from './table.js'

const program = programOf(WRONG_USES)
let said: ReadonlyMap<string, string> = new Map()

beforeAll(() => {
  said = program.diagnostics()
}, 120_000)
afterAll(() => program.remove())

describe('the types of manifests, runtimes and settings', () => {
  it('know at least fifty wrong uses', () => {
    expect(WRONG_USES.length).toBeGreaterThanOrEqual(50)
  })

  it.each(['right-manifest.ts', 'right-runtime.ts', 'right-settings.ts'])('let %s pass', name => {
    expect(said.get(name)).toBeUndefined()
  })

  it.each(WRONG_USES.map((use, index) => [use.name, use.sentence, index] as const))(
    'refuse: %s',
    (_, sentence, index) => {
      expect(said.get(program.nameOf(index))).toContain(sentence)
    },
  )
})

describe('fretwork plugins check', () => {
  const found = WRONG_USES.flatMap(({ name, found: code }, index) =>
    code === undefined ? [] : [[name, code, index] as const],
  )
  it.each(found)('finds as well: %s', async (_, code, index) => {
    const { problems, warnings } = checkOne(await readModule(program.manifestOf(index)))
    expect([...problems, ...warnings].map(each => each.code)).toContain(code)
  })
})
