import { describe, expect, it } from 'vitest'
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

describe("the user's keys", () => {
  it('stand in the place of those that the command brings', () => {
    const keys = keyboard({ mute: ['x'] })
    expect(keys('mute')).toEqual(['x'])
    expect(keys('search')).toEqual(['$mod+k'])
    expect(keys('unknown')).toEqual([])
  })

  it('take a key away from the command that brings it, however it is written', () => {
    const keys = keyboard({ search: ['Shift+M'] })
    expect(keys('search')).toEqual(['Shift+M'])
    expect(keys('mute')).toEqual(['m'])
  })

  it('leave it to commands that can never be used at the same time', () => {
    const keys = keyboard({ songs: ['s', 'm'] })
    expect(keys('scale')).toEqual(['s'])
    expect(keys('mute')).toEqual(['shift+m'])
  })

  it('may be shared by two commands where the user says so', () => {
    const keys = keyboard({ search: ['m'], mute: ['m'] })
    expect([keys('search'), keys('mute')]).toEqual([['m'], ['m']])
  })

  it('take nothing for a command that is not there, or that has none', () => {
    expect(keyboard({ gone: ['m'] })('mute')).toEqual(['m', 'shift+m'])
    expect(keyboard({ search: [] })('mute')).toEqual(['m', 'shift+m'])
  })

  it('pass over what is not a binding', () => {
    expect(keyboard({ mute: ['hyper+m', 'x'] })('mute')).toEqual(['x'])
  })

  it('are kept in the settings, and follow them', async () => {
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

  it('follow a command to its new id', async () => {
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
})
