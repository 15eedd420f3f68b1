import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkAll } from '../../../../cli/commands/plugins/plugins-check.js'
import { asMermaid, asText, mapPlugins } from '../../../../cli/commands/plugins/plugins-graph.js'
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { CLOCK } from '../../../../src/core/platform/ports.js'
import { createToken } from '../../../../src/core/platform/token.js'
import { createTestKernel } from '../../../../src/core/testing/test-kernel.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { packageFiles, scratchFolder } from '../../../server/plugins/web-host.js'
import { fretwork } from '../../run-program.js'

const folder = scratchFolder()
afterAll(() => folder.remove())

const HEARS = { 'midi-in': 'Hears your answer.' }
const ASK = (run: string) =>
  `setup: ({ commands }) => commands.add('ask', { title: 'Ask', run: async () => { ${run} } })`

let packages = 0
const check = (...words: string[]) => fretwork('plugins', 'check', ...words)

/** @param code properties of the plugin */
function built(change: Partial<PluginJson>, code: string, place?: string): string {
  packages += 1
  const commands = code.includes("'ask'") ? [{ id: 'ask', title: 'Ask' }] : []
  const json = { id: 'quiz', title: 'Quiz', commands, ...change }
  return folder.write(
    packageFiles(json, { 'drone.js': `export default { ${code} }` }),
    place ?? `${packages}`,
  )
}

describe('fretwork plugins check', () => {
  const say = (key: string, when?: string) => (id: string) =>
    makePlugin(id, {
      activateOn: [`command:${id}.*`],
      contributes: { commands: [{ id: `${id}.say`, title: `Say ${id}`, keys: [key], when }] },
    })

  it('the built-in plugins have no errors', async () => {
    const { code, out } = await check('--json')
    const report = JSON.parse(out)
    expect({ problems: report.problems, warnings: report.warnings }).toEqual({ problems: [], warnings: [] })
    expect(report.keyClashes.filter(({ kind }: { kind: string }) => kind === 'full')).toEqual([])
    expect(code).toBe(0)
  })

  it.each([
    ['full', 'shift+x', undefined, 'shift+x', undefined],
    ['partial', 'g', undefined, 'g h', undefined],
    ['full', 'shift+x', 'loggedIn', 'shift+x', "route == '/b'"],
  ] as const)('a %s key conflict is reported with both commands', (kind, keyA, whenA, keyB, whenB) => {
    const { keyClashes, problems } = checkAll([say(keyA, whenA)('one'), say(keyB, whenB)('two')])
    expect(problems).toEqual([])
    expect(keyClashes).toMatchObject([{ kind, plugin: 'two', other: 'one' }])
    expect(keyClashes[0]?.message).toContain('"Say one" (one.say) and "Say two" (two.say)')
  })

  it('a build without the SDK’s Vite plugin is reported with an explanation', async () => {
    const place = folder.write({ 'vite.config.ts': 'export default {}' }, 'plain')
    const { code, err } = await check(place)
    expect([code, err]).toEqual([3, expect.stringContaining('vite.config.ts lacks fretworkPlugin()')])
  })

  it.each([
    ['$mod+k', undefined, [{ kind: 'full', plugin: 'one', other: 'app' }]],
    ['shift+x', "route == '/a'", []],
  ])('finds conflicts of %s with the application, but not with other screens', (key, when, clashes) => {
    const elsewhere = say('shift+x', "route == '/b'")('two')
    expect(checkAll([say(key, when)('one'), elsewhere]).keyClashes).toMatchObject(clashes)
  })
})

describe('fretwork plugins check for a built plugin', () => {
  it('a built plugin is found by its file, its folder, or the folder above dist', async () => {
    const accepted = { code: 0, out: 'quiz: 0 problems and 0 warnings.\n', err: '' }
    const place = built({}, 'setup: () => undefined')
    expect(await check(place)).toEqual(accepted)
    expect(await check(join(place, 'plugin.json'))).toEqual(accepted)
    built({}, 'setup: () => undefined', 'project/dist')
    expect(await check(join(folder.path, 'project'))).toEqual(accepted)
  })

  it('the report is also printed as JSON, with codes', async () => {
    const { code, out } = await check(built({}, ASK('fetch()')), '--json')
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({
      ...{ checked: ['quiz'], problems: [{ plugin: 'quiz', code: 'global_missing' }] },
    })
  })

  it.each([
    [
      'an id of a built-in plugin',
      { id: 'score' },
      'setup() {}',
      'Fretwork itself has a plugin with the id "score"',
    ],
    ['an import', {}, 'setup: () => import("lodash")', 'imports "lodash", but a plugin is one script'],
    ['code that is not JavaScript', {}, 'setup(', 'The script cannot be parsed'],
    ['a global of the window', {}, 'setup() { globalThis.localStorage }', 'no localStorage (drone.js:1:'],
    ['a callback that fails', { permissions: HEARS }, 'setup({ midi }) { midi.onNote(n => n.no.x) }', "'x'"],
    [
      'two fields with one id',
      { panel: { on: 'page' } },
      "setup: ({ panel }) => panel.show(() => ({ fields: [1, 2].map(value => ({ id: 'a', title: 'A', value })) }))",
      'Two fields of the panel have the id "a"',
    ],
  ] as const)('%s is reported as a problem', async (_, change, code, sentence) => {
    const { code: exit, out } = await check(built(change, code))
    expect({ exit, out }).toEqual({ exit: 3, out: expect.stringContaining(sentence) })
  })

  it.each([
    [
      'setup that waits for the network',
      "async setup({ network }) { await network.fetch('https://a.example.org') }",
      'setup fails without a network',
    ],
    ['a timer that goes on', ASK('setTimeout(() => 1, 1)'), 'use clock.after'],
    ['a large script', `note: '${'x'.repeat(300_000)}', setup() {}`, 'The script has 293 kB'],
    [
      'a command that fails',
      ASK("throw new Error('no chord')"),
      'with its default arguments failed: no chord',
    ],
  ])('%s causes a warning', async (_, code, sentence) => {
    const hosts = { permissions: { network: { hosts: ['a.example.org'], reason: 'Loads.' } } }
    const { code: exit, out } = await check(built(code.includes('network') ? hosts : {}, code))
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining(sentence) })
  })

  it.each<[string, Partial<PluginJson>, string]>([
    ['its own command', {}, ASK("await commands.run('ask')")],
    [
      'a command whose id it computes',
      { permissions: { commands: 'Plays.' } },
      ASK(`await commands.run(\`player.$\{1}\`)`),
    ],
    [
      'a host that it computes',
      { permissions: { network: { hosts: ['a.example.org'], reason: 'Loads.' } } },
      ASK(`await network.fetch(\`https://api$\{1}.example.org\`)`).replace(
        '{ commands }',
        '{ commands, network }',
      ),
    ],
    [
      'equal list items without run, and a button',
      { panel: { on: 'page' } },
      "setup: ({ panel, t }) => panel.show(() => ({ list: [1, 2].map(() => ({ title: t('Again') })), buttons: [{ title: t('Again'), run() {} }] }))",
    ],
    [
      'names that are declared, asked for with typeof or of packages',
      {},
      'setup({ network: { fetch } }) { const document = 1; fetch.call; return typeof window, document }',
    ],
    [
      'a translated label of the maximum length',
      {},
      "setup: ({ neck, t }) => neck.mark([{ string: 1, fret: 1, look: 'pin', label: t('Dominant') }])",
    ],
  ])('a plugin may use %s', async (_, change, code) => {
    expect((await check(built(change, code))).out).toBe('quiz: 0 problems and 0 warnings.\n')
  })

  it.each([
    ['a missing path', 'gone', 4],
    ['a folder without a plugin', 'folder', 3],
  ])('the error message about %s says what to do', async (_, name, expected) => {
    mkdirSync(join(folder.path, 'folder'), { recursive: true })
    const { code, out, err } = await check(join(folder.path, name))
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err).toContain(join(folder.path, name))
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

const [STRINGS, PICKS] = [createToken('neck.strings'), createToken('pick.picks')]
const NOWHERE = createToken('nowhere.at-all')
const neck = makePlugin('neck', { title: 'The "neck"', provides: [STRINGS], requires: [CLOCK] })
const pick = makePlugin('pick', { provides: [PICKS], requires: [STRINGS, CLOCK], lazy: [NOWHERE] })
const end = makePlugin('end', { title: 'Last', optional: [PICKS], lazy: [STRINGS] })
const waiting = { activateOn: ['route:/never'] } as const
const kernel = await createTestKernel({ plugins: [neck, pick, end].map(each => ({ ...each, ...waiting })) })
const map = mapPlugins(kernel.host)

describe('fretwork plugins graph', () => {
  it('lists each plugin’s dependencies and dependents, and tokens without a provider', () => {
    expect(map.missing).toEqual([{ plugin: 'pick', kind: 'lazy', token: 'nowhere.at-all' }])
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

  it('the Mermaid graph avoids reserved words', () => {
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
