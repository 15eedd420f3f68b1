import { expect, it } from 'vitest'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import type { KeyLayer } from '../../../../src/core/settings/core-settings.js'
import { kernelWith, makePlugin } from '../../kernel/make-plugin.js'
import { makeRegistry } from '../make-registry.js'

function keyboard(user: KeyLayer) {
  const { commands } = makeRegistry()
  const add = (id: string, keys: string[], when?: string) =>
    commands.register({ id, title: id, keys, when }, 'test', () => 1)
  add('search', ['$mod+k'])
  add('mute', ['m', 'shift+m'])
  add('songs', ['s'], "route == '/songs'")
  add('scale', ['s'], "route == '/fretboard'")
  commands.setUserKeys(user)
  return (id: string) => commands.keysOf(id)
}

it.each<[string, KeyLayer, string, string[]]>([
  ['user bindings replace the default keys of the command', { mute: ['x'] }, 'mute', ['x']],
  ['user bindings do not change other commands', { mute: ['x'] }, 'search', ['$mod+k']],
  ['an unknown command has no keys', {}, 'unknown', []],
  ['user bindings keep their spelling', { search: ['Shift+M'] }, 'search', ['Shift+M']],
  ['a user binding takes the key from its command in any spelling', { search: ['Shift+M'] }, 'mute', ['m']],
  ['a user binding leaves the key to commands of other screens', { songs: ['s', 'm'] }, 'scale', ['s']],
  ['a user binding takes the key from a command of every screen', { songs: ['s', 'm'] }, 'mute', ['shift+m']],
  ['the first command keeps a shared key', { search: ['m'], mute: ['m'] }, 'search', ['m']],
  ['the second command keeps a shared key', { search: ['m'], mute: ['m'] }, 'mute', ['m']],
  ['bindings of an unknown command take no key', { gone: ['m'] }, 'mute', ['m', 'shift+m']],
  ['an empty list takes no key', { search: [] }, 'mute', ['m', 'shift+m']],
  ['invalid bindings are ignored', { mute: ['hyper+m', 'x'] }, 'mute', ['x']],
])('%s', (_rule, layer, command, keys) => expect(keyboard(layer)(command)).toEqual(keys))

it('user bindings are stored in the settings and update when the settings change', async () => {
  const stored = {
    fretworkKeys: JSON.stringify({ version: '1', keys: { 'core.toggle-left-drawer': ['x'] } }),
  }
  const kernel = await kernelWith([], { platform: memoryPlatform({ stored }) })
  const keys = () => kernel.commands.keysOf('core.toggle-left-drawer')
  expect(keys()).toEqual(['x'])
  kernel.platform.storage.change('fretworkKeys', JSON.stringify({ version: '1', keys: {} }))
  expect(keys()).toEqual(['$mod+b'])
  expect(kernel.commands.find('core.toggle-left-drawer')?.defaultKeys).toEqual(['$mod+b'])
})

it('user bindings move to a command’s new ID', async () => {
  const stored = { fretworkKeys: JSON.stringify({ version: '1', keys: { 'songs.play': ['x'] } }) }
  const platform = memoryPlatform({ stored })
  const play = { id: 'player.play', formerly: ['songs.play'], title: 'Play', keys: ['p'] }
  const kernel = await kernelWith([makePlugin('player', { contributes: { commands: [play] } })], {
    platform,
  })
  expect(kernel.commands.keysOf('player.play')).toEqual(['x'])
  expect(JSON.parse(platform.storage.get('fretworkKeys') ?? '')).toMatchObject({
    keys: { 'player.play': ['x'] },
  })
})
