import { expect, it } from 'vitest'
import {
  metKeys,
  withClashes,
  withKeys,
  withoutClashes,
} from '../../../../src/core/commands/keys/key-changes.js'
import type { KeyLayer } from '../../../../src/core/settings/core-settings.js'
import { makeRegistry } from '../make-registry.js'

function keyboard(layer: KeyLayer = {}) {
  const { commands } = makeRegistry()
  const add = (id: string, keys: string[], when?: string) =>
    commands.register({ id, title: id, keys, when }, 'test', () => 1)
  add('search', ['$mod+k'])
  add('mute', ['m'])
  add('songs', ['g s'])
  add('scale', ['x'], "route == '/fretboard'")
  add('sort', ['x'], "route == '/songs'")
  commands.setUserKeys(layer)
  const command = (id: string) => {
    const found = commands.find(id)
    if (!found) throw new Error(id)
    return found
  }
  const met = (id: string, binding: string) => metKeys(commands.all.getState(), command(id), binding, false)
  const keysAfter = (changed: KeyLayer) => {
    commands.setUserKeys(changed)
    return Object.fromEntries(commands.all.getState().map(({ id, keys }) => [id, keys.join(', ')]))
  }
  return { layer, command, met, keysAfter }
}

it('full and partial conflicts with a new key binding are found', () => {
  const { met } = keyboard()
  const reported = (id: string, binding: string) =>
    met(id, binding).map(({ kind, command, key }) => `${kind} ${command.id} ${key}`)
  expect(reported('search', 'm')).toEqual(['full mute m'])
  expect(reported('search', 'g')).toEqual(['partial songs g s'])
  expect(reported('search', 'm m')).toEqual(['partial mute m'])
  expect(reported('search', 'x')).toEqual(['full scale x', 'full sort x'])
  expect(reported('scale', 'x')).toEqual(['apart sort x'])
  expect(reported('search', '$mod+k')).toEqual([])
  expect(reported('search', 'z')).toEqual([])
})

it('a command gets its default key back when the overriding binding is removed', () => {
  const { layer, command, met, keysAfter } = keyboard()
  const changed = withKeys(withoutClashes(layer, met('search', 'm'), 'm', false), command('search'), ['m'])
  expect(changed).toEqual({ search: ['m'] })
  expect(keysAfter(changed)).toMatchObject({ search: 'm', mute: '' })
  expect(keysAfter(withKeys(changed, command('search'), ['$mod+k']))).toMatchObject({
    search: '$mod+k',
    mute: 'm',
  })
})

it('a new binding removes conflicting sequences and user bindings from other commands', () => {
  const { layer, command, met, keysAfter } = keyboard({ mute: ['g', 'z'] })
  const changed = withKeys(withoutClashes(layer, met('search', 'g'), 'g', false), command('search'), ['g'])
  expect(keysAfter(changed)).toMatchObject({ search: 'g', songs: '', mute: 'z' })
})

it('two commands can share a key, and the most recently changed binding has priority', () => {
  const { layer, command, met, keysAfter } = keyboard()
  const changed = withKeys(withClashes(layer, met('search', 'x')), command('search'), ['x'])
  expect(Object.keys(changed)).toEqual(['scale', 'sort', 'search'])
  expect(keysAfter(changed)).toMatchObject({ search: 'x', scale: 'x', sort: 'x' })
})

it('the most recently changed binding is stored last so that it has priority', () => {
  const { command } = keyboard()
  const changed = withKeys({ mute: ['a'], songs: ['b'] }, command('mute'), ['c'])
  expect(Object.keys(changed)).toEqual(['songs', 'mute'])
})
