import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkAll, checkOne, runtimeProblems } from '../../../../cli/commands/plugins/plugins-check.js'
import { asMermaid, asText, mapPlugins } from '../../../../cli/commands/plugins/plugins-graph.js'
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { formMistake } from '../../../../src/core/kernel/manifest-check.js'
import { type PluginManifest, type PluginRuntime, provide } from '../../../../src/core/kernel/plugin.js'
import { CLOCK } from '../../../../src/core/platform/ports.js'
import { createToken } from '../../../../src/core/platform/token.js'
import { defineSettings } from '../../../../src/core/settings/section.js'
import { createTestKernel } from '../../../../src/core/testing/index.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { packageFiles, scratchFolder } from '../../../server/plugins/web-host.js'
import { fretwork } from '../../run-program.js'

const folder = scratchFolder()
afterAll(() => folder.remove())

let packages = 0

function built(change: Partial<PluginJson> = {}, code = 'export default {}', files = {}): string {
  packages += 1
  const quiz: Partial<PluginJson> = {
    ...{ id: 'quiz', title: 'Quiz', engine: '^1.1.0', runsIn: ['node'] },
    ...change,
  }
  return folder.write({ ...packageFiles(quiz, { 'drone.js': code }), ...files }, `${packages}`)
}

const commands = [{ id: 'quiz.ask', title: 'Ask' }]
const asks = { contributes: { commands }, activateOn: ['command:quiz.*'] }

describe('fretwork plugins check', () => {
  const say = (key: string, when?: string) => (id: string) =>
    makePlugin(id, {
      activateOn: [`command:${id}.*`],
      contributes: { commands: [{ id: `${id}.say`, title: `Say ${id}`, keys: [key], when }] },
    })

  it('the built-in plugins have no errors', async () => {
    const { code, out } = await fretwork('plugins', 'check', '--json')
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

  it('a conflict with an application shortcut is reported', () => {
    const { keyClashes } = checkAll([say('$mod+k')('one')])
    expect(keyClashes).toMatchObject([{ kind: 'full', plugin: 'one', other: 'app' }])
  })

  it('commands that are never available at the same time do not conflict', () => {
    const [one, two] = [say('shift+x', "route == '/a'")('one'), say('shift+x', "route == '/b'")('two')]
    expect(checkAll([one, two]).keyClashes).toEqual([])
  })

  const odd: readonly [string, Partial<PluginManifest>, string][] = [
    ['a token with another prefix', { provides: [createToken('pick.x')] }, 'start it with "neck."'],
    [
      'an optional token without a provider',
      { optional: [createToken('core.clok')] },
      'did you mean "core.clock"?',
    ],
    ['waiting for an unknown route', { activateOn: ['route:/nek'] }, 'did you mean "/neck"?'],
    ['waiting for an unknown command', { activateOn: ['command:nck.*'] }, 'which never happens'],
    ['waiting for an unknown event', { activateOn: ['event:midi-io.mesage'] }, 'which is never emitted'],
  ]
  it.each(odd)('%s causes a warning', (_, change, sentence) => {
    const routes = [{ path: '/neck', title: 'Neck', screen: 'Neck' }]
    const plugin = makePlugin('neck', { activateOn: ['route:/neck'], contributes: { routes }, ...change })
    expect(checkAll([plugin]).warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining(sentence),
    ])
  })

  it('missing routes, unknown names and early loading cause warnings', () => {
    const plugin = makePlugin('neck', {
      runsIn: ['browser'],
      contributes: {
        drawers: [{ id: 'neck.side', side: 'right', on: '/gone', title: 'Side', screen: 'Side' }],
        navigation: [{ path: '/gone', title: 'Gone', icon: 'zebra', when: 'logedIn' }],
        commands: [
          {
            id: 'neck.set',
            title: 'Set',
            args: z.object({ fret: z.number() }),
            asks: [{ id: 'frett', title: 'Fret' }],
            cli: 'set',
          },
        ],
      },
    })
    expect(checkAll([plugin]).warnings.map(({ code }) => code)).toEqual([
      'route_missing',
      'route_missing',
      'icon_unknown',
      'argument_unknown',
      'cli_without_node',
      'loads_at_start',
      'condition_unknown',
    ])
  })
})

describe('fretwork plugins check for a built plugin', () => {
  it('a built plugin is found by its file, its folder, or the folder above dist', async () => {
    const accepted = { code: 0, out: 'quiz: 0 problems and 0 warnings.\n', err: '' }
    const place = built(asks, `import 'zod'; export default { commands: { 'quiz.ask': () => 1 } }`)
    expect(await fretwork('plugins', 'check', place)).toEqual(accepted)
    expect(await fretwork('plugins', 'check', join(place, 'plugin.json'))).toEqual(accepted)
    folder.write(packageFiles({ id: 'quiz', engine: '^1.1.0' }), 'project/dist')
    expect(await fretwork('plugins', 'check', join(folder.path, 'project'))).toEqual(accepted)
  })

  const broken: readonly [string, () => string, string, string][] = [
    [
      'invalid JSON',
      () => built({}, '', { 'plugin.json': '{ "id": ' }),
      'manifest_invalid',
      'is not valid JSON',
    ],
    [
      'an unbundled import',
      () => built({ runsIn: ['browser'] }, `import 'lodash'; export default {}`),
      'import_unknown',
      'imports "lodash", which the application does not provide',
    ],
    [
      'a route of another plugin',
      () =>
        built(
          { contributes: { routes: [{ path: '/fretboard', title: 'Mine', screen: 'Mine' }] } },
          'export default { screens: { Mine: () => 1 } }',
        ),
      'route_twice',
      'already belongs to fretboard',
    ],
    [
      'code that throws',
      () => built({}, `throw new Error('a string broke')`),
      'runtime_unreadable',
      'a string broke',
    ],
    [
      'a command without a handler',
      () => built(asks),
      'command_without_handler',
      '"quiz.ask" of quiz has no handler',
    ],
  ]
  it.each(broken)('%s exits with code 3 and prints a short message', async (_, make, problem, sentence) => {
    const { code, out, err } = await fretwork('plugins', 'check', make(), '--json')
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(JSON.parse(out).problems).toEqual([
      { plugin: expect.any(String), code: problem, message: expect.stringContaining(sentence) },
    ])
  })

  it('a key already used by another command is reported with that command and exit code 3', async () => {
    const contributes = { commands: [{ ...commands[0], id: 'quiz.ask', title: 'Ask', keys: ['$mod+k'] }] }
    const place = built({ ...asks, contributes }, `export default { commands: { 'quiz.ask': () => 1 } }`)
    const { code, out } = await fretwork('plugins', 'check', place)
    expect(code).toBe(3)
    expect(out).toMatch(/^wrong {4}.*"Ask" \(quiz\.ask\) share the key \$mod\+k/)
  })

  it.each([
    ['a missing path', 'gone', 4],
    ['a folder without a plugin', 'folder', 3],
  ])('the error message about %s says what to do', async (_, name, expected) => {
    mkdirSync(join(folder.path, 'folder'), { recursive: true })
    const { code, out, err } = await fretwork('plugins', 'check', join(folder.path, name))
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err).toContain(join(folder.path, name))
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

class Score {
  points = 0
}
const [SCORE, OTHER] = [createToken<Score>('quiz.score'), createToken<Score>('other.score')]
const Page = () => Promise.resolve({ default: undefined })
const say = { id: 'quiz.say', title: 'Say', args: z.object({ text: z.string() }) }

const MANIFEST: Partial<PluginManifest> = {
  provides: [SCORE],
  contributes: {
    routes: [{ path: '/quiz', title: 'Quiz', screen: 'Page' }],
    commands: [say, { id: 'quiz.stop', title: 'Stop' }],
  },
  permissions: { 'midi-in': 'Counts notes.' },
  activateOn: ['command:quiz.*', 'route:/quiz'],
}
const handlers = { 'quiz.say': () => 1, 'quiz.stop': () => 2 }
const RUNTIME: PluginRuntime = { providers: [provide(SCORE, Score)], commands: handlers, screens: { Page } }

const quiz = (manifest: object, runtime: object = {}) =>
  makePlugin('quiz', { ...MANIFEST, ...manifest } as PluginManifest, { ...RUNTIME, ...runtime })

async function codesFor(manifest: PluginManifest): Promise<string[]> {
  const problems = await runtimeProblems(manifest)
  const report = checkOne({ manifest, problems })
  return [...report.problems, ...report.warnings].map(({ code }) => code)
}

const withCommand = (change: object) => ({
  contributes: { ...MANIFEST.contributes, commands: [{ ...say, ...change }] },
})
const withSettings = (change: object) => ({
  contributes: {
    ...MANIFEST.contributes,
    settings: [
      {
        ...defineSettings({
          ...{ id: 'Quiz', title: 'Quiz', version: '1', defaults: { bpm: 90 } },
          schema: z.object({ bpm: z.number() }),
        }),
        ...change,
      },
    ],
  },
})

describe('manifest and runtime check', () => {
  it('a plugin whose manifest matches its runtime has no errors', async () => {
    expect(await codesFor(quiz({}))).toEqual([])
  })

  it.each<[string, object, string]>([
    ['a command with another prefix', withCommand({ id: 'quizz.say' }), 'name_without_plugin'],
    ['an unknown settings field', withSettings({ fields: [{ id: 'bmp' }] }), 'field_unknown'],
  ])('the manifest check finds %s', async (_, manifest, code) =>
    expect(await codesFor(quiz(manifest))).toContain(code),
  )

  it.each<[string, object, string]>([
    [
      'a handler of an undeclared command',
      { commands: { ...handlers, 'quiz.stp': () => 3 } },
      'command_undeclared',
    ],
    ['a command without a handler', { commands: { 'quiz.say': () => 1 } }, 'command_without_handler'],
    ['choices of an unknown command', { choices: { 'quiz.sing': { text: () => [] } } }, 'choices_unknown'],
    ['choices of an unknown argument', { choices: { 'quiz.say': { txt: () => [] } } }, 'choices_unknown'],
    ['a missing screen', { screens: {} }, 'screen_missing'],
    ['a service without a provider', { providers: [] }, 'provider_missing'],
    [
      'a provider of an undeclared service',
      { providers: [provide(SCORE, Score), provide(OTHER, Score)] },
      'provider_undeclared',
    ],
  ])('the manifest check finds %s', async (_, runtime, code) =>
    expect(await codesFor(quiz({}, runtime))).toContain(code),
  )

  it('the manifest check finds a runtime without a default export', async () => {
    const manifest = { ...quiz({}), load: async () => ({}) as { default: PluginRuntime } }
    expect(await codesFor(manifest)).toContain('runtime_without_default')
  })

  it.each<[string, object]>([
    ['an unknown permission', { permissions: { 'mid-in': 'Counts notes.' } }],
    ['a permission without a reason', { permissions: { 'midi-in': '' } }],
    ['hosts without a reason', { permissions: { network: { hosts: ['api.example.org'], reason: '' } } }],
  ])('a manifest with %s is rejected', (_, change) => expect(formMistake(quiz(change))).toBeDefined())
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
  it('each plugin’s dependencies are listed with their tokens, and missing providers are reported', () => {
    expect(map.needs).toEqual([
      { from: 'pick', to: 'neck', kind: 'requires', tokens: ['neck.strings'] },
      { from: 'end', to: 'pick', kind: 'optional', tokens: ['pick.picks'] },
      { from: 'end', to: 'neck', kind: 'lazy', tokens: ['neck.strings'] },
    ])
    expect(map.missing).toEqual([{ plugin: 'pick', kind: 'lazy', token: 'nowhere.at-all' }])
  })

  it('the text graph lists dependencies and dependents', () => {
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
