import { describe, expect, it } from 'vitest'
import { CORE_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import type { CommandContribution } from '../../../src/core/commands/command.js'
import { checkManifests } from '../../../src/core/kernel/manifest-check.js'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { createToken } from '../../../src/core/platform/token.js'
import { kernelWith, makePlugin, statuses } from './make-plugin.js'

const [NECK, MIDI] = [createToken<object>('check.neck'), createToken<object>('check.midi')]
const SOUND = createToken<object>('check.sound')
const check = (...manifests: readonly unknown[]) => checkManifests(manifests as PluginManifest[], [])

describe('manifest check', () => {
  it('a dependency cycle is reported with its full path for each plugin in it', () => {
    const { problems } = check(
      makePlugin('neck', { provides: [NECK], requires: [SOUND] }),
      makePlugin('midi', { provides: [MIDI], requires: [NECK] }),
      makePlugin('sound', { provides: [SOUND], requires: [MIDI] }),
      makePlugin('bystander', { requires: [NECK] }),
    )
    expect(problems.map(({ plugin, code }) => `${plugin} ${code}`)).toEqual([
      'neck cycle',
      'sound cycle',
      'midi cycle',
    ])
    expect(problems[0]?.message).toBe(
      'These plugins require each other: neck → sound → midi → neck; make one of the tokens optional or lazy.',
    )
  })

  it('a plugin that requires its own token is a cycle unless the token is optional or lazy', () => {
    const { problems } = check(makePlugin('neck', { provides: [NECK], requires: [NECK] }))
    expect(problems[0]?.message).toContain('neck → neck')
    const apart = check(
      makePlugin('neck', { provides: [NECK], requires: [MIDI] }),
      makePlugin('midi', { provides: [MIDI], lazy: [NECK], optional: [NECK] }),
    )
    expect(apart.problems).toEqual([])
  })

  it('a missing token is reported', () => {
    const { problems } = check(makePlugin('lost', { requires: [createToken('elsewhere')] }))
    expect(problems).toEqual([
      {
        ...{ plugin: 'lost', code: 'token_missing' },
        message: '"lost" requires "elsewhere", which no plugin here provides.',
      },
    ])
  })

  it('two providers of the same token are both listed, and only the second fails', () => {
    const { problems } = check(
      makePlugin('midi', { provides: [MIDI] }),
      makePlugin('other', { provides: [MIDI] }),
    )
    expect(problems).toMatchObject([{ plugin: 'other', code: 'token_twice' }])
    expect(problems[0]?.message).toContain('provided by both midi and other')
  })

  it.each([
    ['command_twice', { commands: [{ id: 'a.b', title: 'Twice' }] }],
    ['route_twice', { routes: [{ path: '/twice', title: 'Twice', screen: 'Twice' }] }],
  ] as const)('a duplicate plugin ID fails with the code %s', (code, contributes) => {
    const { problems } = check(makePlugin('first', { contributes }), makePlugin('second', { contributes }))
    expect(problems).toMatchObject([{ plugin: 'second', code }])
    expect(problems[0]?.message).toContain('already belongs to first')
  })

  it.each(['Layout', 'Language', 'Keys', 'Plugins', 'Permissions'])(
    'the settings section %s is reserved for the core',
    id => {
      const settings = [{ id, title: 'Mine', version: '1', schema: {} } as never]
      expect(check(makePlugin('mine', { contributes: { settings } })).problems).toMatchObject([
        { plugin: 'mine', code: 'settings_twice' },
      ])
    },
  )

  it('a duplicate command within one plugin is reported', () => {
    const commands = [
      { id: 'mine.go', title: 'Go' },
      { id: 'mine.go', title: 'Go' },
    ]
    expect(check(makePlugin('mine', { contributes: { commands } })).problems[0]?.message).toBe(
      'The command "mine.go" already belongs to mine. Use a different command in mine.',
    )
  })

  it('the ID "core", former IDs and the prefix "core." are reserved', () => {
    const mine = (command: Pick<CommandContribution, 'id' | 'formerly'>) =>
      check(makePlugin('mine', { contributes: { commands: [{ ...command, title: 'Mine' }] } }))
    expect(check(makePlugin('core')).problems).toMatchObject([{ code: 'manifest_invalid' }])
    const renamed = makePlugin('new', { formerly: ['old'] })
    expect(check(renamed, makePlugin('old')).problems).toMatchObject([{ plugin: 'old' }])
    for (const command of [{ id: 'core.undo' }, { id: 'mine.undo', formerly: ['core.undo'] }]) {
      expect(mine(command).problems.map(({ message }) => message)).toEqual([
        'The command ID "core.undo" in mine is reserved; start it with "mine.".',
      ])
    }
  })

  it('a default key goes to the first plugin that defines it, regardless of spelling', () => {
    const withKeys = (id: string, keys: string[]) =>
      makePlugin(id, { contributes: { commands: [{ id: `${id}.go`, title: 'Go', keys }] } })
    const report = check(
      withKeys('first', ['$mod+o', 'g f']),
      withKeys('second', ['$mod+O', 'ctrl+o', 'g', 'x']),
      withKeys('third', ['$mod+b', 'x y']),
    )
    expect(report.problems).toEqual([])
    expect(report.keyClashes).toEqual([
      { key: '$mod+O', kept: 'first.go', lost: 'second.go' },
      { key: 'ctrl+o', kept: 'first.go', lost: 'second.go' },
      { key: 'g', kept: 'first.go', lost: 'second.go' },
      { key: '$mod+b', kept: 'core.toggle-left-drawer', lost: 'third.go' },
      { key: 'x y', kept: 'second.go', lost: 'third.go' },
    ])
    expect(CORE_COMMANDS.flatMap(command => ('keys' in command ? command.keys : []))).toContain('$mod+b')
  })

  it('two commands keep the same key if they are never available together', () => {
    const onRoute = (id: string, when: string) =>
      makePlugin(id, { contributes: { commands: [{ id: `${id}.go`, title: 'Go', keys: ['x'], when }] } })
    const report = check(
      onRoute('songs', "route == '/songs'"),
      onRoute('neck', "route == '/fretboard'"),
      onRoute('third', 'loggedIn'),
    )
    expect(report.keyClashes).toEqual([{ key: 'x', kept: 'songs.go', lost: 'third.go' }])
  })

  const command = (more: object) => ({ commands: [{ id: 'neck.go', title: 'x', ...more }] })
  const bottom = { id: 'neck.x', side: 'bottom', on: '/x', title: 'x', screen: 'X', when: '||' }

  it.each([
    [{ contributes: command({ when: 'a &&' }) }, 'Syntax error in the condition "a &&" at the end'],
    [{ contributes: command({ keys: ['hyper+k'] }) }, 'unknown modifier "hyper"'],
    [{ contributes: { drawers: [bottom] } }, 'The drawer "neck.x" of neck'],
    [
      { contributes: { navigation: [{ path: '/x', title: 'x', when: '(' }] } },
      'The navigation to /x of neck',
    ],
  ])('the manifest error locates the invalid part of %j', (wrong, sentence) => {
    expect(check({ ...makePlugin('neck'), ...wrong }).problems).toMatchObject([
      { plugin: 'neck', code: 'manifest_invalid', message: expect.stringContaining(sentence) },
    ])
  })

  it('all manifest errors are reported before any code is loaded, and the other plugins start', async () => {
    const broken = [
      makePlugin('neck', { provides: [NECK], requires: [SOUND] }),
      makePlugin('sound', { provides: [SOUND], requires: [NECK] }),
      makePlugin('lonely', { requires: [createToken('check.missing')] }),
      makePlugin('app'),
    ]
    const [good, dependent] = [makePlugin('good'), makePlugin('dependent', { requires: [NECK] })]
    const kernel = await kernelWith([...broken, good, dependent])
    expect(statuses(kernel)).toEqual({
      ...{ neck: 'failed cycle', sound: 'failed cycle', lonely: 'failed token_missing' },
      ...{ app: 'failed manifest_invalid', good: 'active', dependent: 'blocked plugin_blocked' },
    })
    expect(broken.map(plugin => plugin.loads())).toEqual([0, 0, 0, 0])
    expect(dependent.loads()).toBe(0)
    expect(kernel.host.state('dependent')).toMatchObject({ by: 'neck' })
    // The two plugins in the dependency cycle are reported in one message.
    expect(kernel.platform.logged.filter(({ level }) => level === 'error')).toHaveLength(3)
  })
})
