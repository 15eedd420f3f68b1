import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { KeyDispatcher } from '../../../../src/core/commands/keys/key-dispatcher.js'
import type { KeyPress } from '../../../../src/core/commands/keys/keys.js'
import { createTestKernel } from '../../../../src/core/testing/test-kernel.js'

async function keyboard(bindings: Record<string, string[]>, whens: Record<string, string> = {}) {
  const { commands, platform } = await createTestKernel()
  const ran: string[] = []
  for (const [id, keys] of Object.entries(bindings))
    commands.register({ id, title: id, keys, when: whens[id] }, 'test', () => void ran.push(id))
  const asked: string[] = []
  const dispatcher = new KeyDispatcher(commands, platform.clock, false, id => void asked.push(id))
  const press = (key: string, rest: Partial<KeyPress> = {}, typing = false) =>
    dispatcher.press(
      { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...rest },
      typing,
    )
  return { asked, commands, dispatcher, clock: platform.clock, press, ran }
}

it('runs the command bound to a key and reports the key press as handled', async () => {
  const { press, ran } = await keyboard({ palette: ['$mod+k'], keys: ['?'] })
  expect([press('k', { ctrlKey: true }), press('?', { shiftKey: true })]).toEqual(['run', 'run'])
  expect([press('k'), ran]).toEqual(['none', ['palette', 'keys']])
})

// Without an argument prompt, the command would fail with a technical error message.
it('a key press prompts for required arguments unless the command is outside the user’s plan', async () => {
  const { asked, commands, press, ran } = await keyboard({})
  const args = z.strictObject({ fret: z.int() })
  commands.register({ id: 'capo', title: 'Capo', keys: ['c'], args }, 'test', () => void ran.push('capo'))
  const pin = { id: 'pin', title: 'Pin', keys: ['p'], args, feature: 'positions' }
  commands.register(pin, 'test', () => void ran.push('pin'))
  expect([press('c'), press('p')]).toEqual(['run', 'run'])
  expect([asked, ran]).toEqual([['capo'], []])
})

it('a key handled by the focused element does not run a command', async () => {
  const { commands, press, ran } = await keyboard({})
  const command = { id: 'play', title: 'Play', keys: ['space'], when: 'song', keysWhen: 'free' }
  commands.register(command, 'test', () => void ran.push('play'))
  commands.setContext('song', true)
  expect([press(' '), commands.isEnabled('play')]).toEqual(['none', true])
  commands.setContext('free', true)
  expect(press(' ')).toBe('run')
  commands.setContext('song', false)
  expect(press(' ')).toBe('none')
})

it('after the first key of a sequence, the dispatcher waits for the next one', async () => {
  const { press, ran } = await keyboard({ fretboard: ['g f'], songs: ['g s'] })
  expect([press('g'), press('s')]).toEqual(['waiting', 'run'])
  expect([press('g'), press('Shift'), press('f')]).toEqual(['waiting', 'none', 'run'])
  expect(ran).toEqual(['songs', 'fretboard'])
})

it('an incomplete sequence expires after 3 s', async () => {
  const { press, ran, clock } = await keyboard({ fretboard: ['g f'] })
  press('g')
  await clock.advance(2999)
  expect(press('f')).toBe('run')
  press('g')
  await clock.advance(3000)
  expect([press('f'), ran, clock.pending]).toEqual(['none', ['fretboard'], 0])
})

it('a key that breaks a sequence is handled as a new key press', async () => {
  const { press, ran } = await keyboard({ fretboard: ['g f'], mute: ['m'] })
  expect([press('g'), press('m')]).toEqual(['waiting', 'run'])
  expect([press('g'), press('g'), press('f')]).toEqual(['waiting', 'waiting', 'run'])
  expect(ran).toEqual(['mute', 'fretboard'])
})

it('keys in a text field type text, except with Ctrl, ⌘ or Alt', async () => {
  const { press, ran } = await keyboard({ mute: ['m'], palette: ['$mod+k'] })
  expect([press('m', {}, true), press('m', { shiftKey: true }, true)]).toEqual(['none', 'none'])
  expect([press('k', { ctrlKey: true }, true), ran]).toEqual(['run', ['palette']])
})

it.each([
  ['the shortcut for copying', 'c', { ctrlKey: true }, '$mod+c'],
  ['a jump to the previous word', 'ArrowLeft', { ctrlKey: true }, '$mod+arrowleft'],
  ['the shortcut for redo', 'y', { ctrlKey: true }, '$mod+y'],
  [
    'a character typed with AltGr',
    '@',
    { ctrlKey: true, altKey: true, thirdLevel: true, code: 'KeyQ' },
    '$mod+alt+q',
  ],
])('in a text field, %s is handled by the browser', async (_what, key, rest, binding) => {
  const { press, ran } = await keyboard({ mine: [binding] })
  expect([press(key, rest, true), press(key, rest, false), ran]).toEqual(['none', 'run', ['mine']])
})

it('lists the available continuations of an incomplete sequence', async () => {
  const { dispatcher, press } = await keyboard(
    { fretboard: ['g f'], songs: ['g s'], there: ['g t'], mute: ['m'] },
    { there: "route == '/there'" },
  )
  expect(dispatcher.waiting.getState()).toBeUndefined()
  press('g')
  const { pressed, next } = dispatcher.waiting.getState() ?? {}
  expect(pressed).toBe(1)
  expect(next?.map(({ binding, command }) => `${binding}: ${command.id}`)).toEqual([
    'g f: fretboard',
    'g s: songs',
  ])
  press('s')
  expect(dispatcher.waiting.getState()).toBeUndefined()
})

it('Escape cancels a sequence and has no other effect', async () => {
  const { dispatcher, press, ran } = await keyboard({ fretboard: ['g f'], close: ['escape'] })
  expect([press('g'), press('Escape'), press('f')]).toEqual(['waiting', 'forgotten', 'none'])
  expect([dispatcher.waiting.getState(), press('Escape'), ran]).toEqual([undefined, 'run', ['close']])
})

it('user bindings have priority over default bindings, and the latest user binding wins', async () => {
  const { commands, press, ran } = await keyboard(
    { first: ['x'], second: [], third: [] },
    { first: 'a', second: 'b', third: 'c' },
  )
  for (const name of ['a', 'b', 'c']) commands.setContext(name, true)
  commands.setUserKeys({ second: ['x'], third: ['x'] })
  press('x')
  commands.setContext('c', false)
  press('x')
  commands.setUserKeys({ third: ['x'], second: [] })
  press('x')
  expect(ran).toEqual(['third', 'second'])
  commands.setUserKeys({})
  press('x')
  expect(ran).toEqual(['third', 'second', 'first'])
})

it('a key press skips unavailable commands', async () => {
  const { commands, press, ran } = await keyboard(
    { here: ['x'], there: ['x'] },
    { here: "route == '/here'", there: "route == '/there'" },
  )
  expect(press('x')).toBe('none')
  commands.setContext('route', '/there')
  expect(press('x')).toBe('run')
  commands.setContext('route', '/here')
  expect([press('x'), ran]).toEqual(['run', ['there', 'here']])
})

it('a complete binding runs immediately, even if a longer sequence starts with it', async () => {
  const { press, ran } = await keyboard({ long: ['g f'], short: ['g'] })
  expect([press('g'), ran]).toEqual(['run', ['short']])
})
