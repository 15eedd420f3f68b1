import { describe, expect, it } from 'vitest'
import { asMermaid, asText, mapPlugins } from '../../../../cli/commands/plugins/plugins-graph.js'
import { CLOCK } from '../../../../src/core/platform/ports.js'
import { createToken } from '../../../../src/core/platform/services/token.js'
import { createTestKernel } from '../../../../src/core/testing/index.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { fretwork } from '../../run-program.js'

const [STRINGS, PICKS] = [createToken('neck.strings'), createToken('pick.picks')]
const NOWHERE = createToken('nowhere.at-all')
const neck = makePlugin('neck', { title: 'The "neck"', provides: [STRINGS], requires: [CLOCK] })
const pick = makePlugin('pick', { provides: [PICKS], requires: [STRINGS, CLOCK], lazy: [NOWHERE] })
const end = makePlugin('end', { title: 'Last', optional: [PICKS], lazy: [STRINGS] })
const waiting = { activateOn: ['route:/never'] } as const
const kernel = await createTestKernel({ plugins: [neck, pick, end].map(each => ({ ...each, ...waiting })) })
const map = mapPlugins(kernel.host)

describe('the graph of plugins', () => {
  it('has a line per need with its tokens, none for the core, and names what no one provides', () => {
    expect(map.needs).toEqual([
      { from: 'pick', to: 'neck', kind: 'requires', tokens: ['neck.strings'] },
      { from: 'end', to: 'pick', kind: 'optional', tokens: ['pick.picks'] },
      { from: 'end', to: 'neck', kind: 'lazy', tokens: ['neck.strings'] },
    ])
    expect(map.missing).toEqual([{ plugin: 'pick', kind: 'lazy', token: 'nowhere.at-all' }])
  })

  it('reads as text: who needs whom, and who is needed', () => {
    expect(asText(map).split('\n')).toEqual([
      'neck  registered',
      '  used by   pick, end',
      'pick  registered',
      '  requires  neck (neck.strings)',
      '  lazy      no plugin (nowhere.at-all)',
      '  used by   end',
      'end   registered',
      '  optional  pick (pick.picks)',
      '  lazy      neck (neck.strings)',
    ])
  })

  it('is written for Mermaid without the words that Mermaid keeps for itself', () => {
    const lines = asMermaid(map).split('\n')
    expect(lines).toContain('  plugin-neck["The #quot;neck#quot;"]')
    expect(lines).toContain('  plugin-end -.->|optional| plugin-pick')
    expect(lines.some(line => /(^|\s)end\b/.test(line))).toBe(false)
  })
})

it('fretwork plugins graph prints the dependencies of the built-in plugins as JSON', async () => {
  const { code, out, err } = await fretwork('plugins', 'graph', '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const { plugins, needs, missing } = JSON.parse(out)
  expect(plugins.map(({ id }: { id: string }) => id)).toContain('fretboard')
  expect(needs).toContainEqual({
    from: 'fretboard',
    to: 'midi-io',
    kind: 'requires',
    tokens: expect.arrayContaining(['midi-io.input']),
  })
  expect(missing).toEqual([])
})
