import { describe, expect, it } from 'vitest'
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

describe('key presses', () => {
  it('run the command that has the key, and say that the press was ours', async () => {
    const { press, ran } = await keyboard({ palette: ['$mod+k'], keys: ['?'] })
    expect([press('k', { ctrlKey: true }), press('?', { shiftKey: true })]).toEqual(['run', 'run'])
    expect([press('k'), ran]).toEqual(['none', ['palette', 'keys']])
  })

  // Mutation: run without arguments, which is refused in a programmer's words.
  it('ask for required arguments, and run a command outside the plan so that it can say so', async () => {
    const { asked, commands, press, ran } = await keyboard({})
    const args = z.strictObject({ fret: z.int() })
    commands.register({ id: 'capo', title: 'Capo', keys: ['c'], args }, 'test', () => void ran.push('capo'))
    const pin = { id: 'pin', title: 'Pin', keys: ['p'], args, feature: 'positions' }
    commands.register(pin, 'test', () => void ran.push('pin'))
    expect([press('c'), press('p')]).toEqual(['run', 'run'])
    expect([asked, ran]).toEqual([['capo'], []])
  })

  it('run nothing while what has the focus uses the key itself, though the command can be run', async () => {
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

  it('wait for the rest of a sequence', async () => {
    const { press, ran } = await keyboard({ fretboard: ['g f'], songs: ['g s'] })
    expect([press('g'), press('s')]).toEqual(['waiting', 'run'])
    expect([press('g'), press('Shift'), press('f')]).toEqual(['waiting', 'none', 'run'])
    expect(ran).toEqual(['songs', 'fretboard'])
  })

  it('forget a sequence that was begun 3 s ago', async () => {
    const { press, ran, clock } = await keyboard({ fretboard: ['g f'] })
    press('g')
    await clock.advance(2999)
    expect(press('f')).toBe('run')
    press('g')
    await clock.advance(3000)
    expect([press('f'), ran, clock.pending]).toEqual(['none', ['fretboard'], 0])
  })

  it('that break a sequence act separately', async () => {
    const { press, ran } = await keyboard({ fretboard: ['g f'], mute: ['m'] })
    expect([press('g'), press('m')]).toEqual(['waiting', 'run'])
    expect([press('g'), press('g'), press('f')]).toEqual(['waiting', 'waiting', 'run'])
    expect(ran).toEqual(['mute', 'fretboard'])
  })

  it('are left to the text that is being written, except with Ctrl, ⌘ or Alt', async () => {
    const { press, ran } = await keyboard({ mute: ['m'], palette: ['$mod+k'] })
    expect([press('m', {}, true), press('m', { shiftKey: true }, true)]).toEqual(['none', 'none'])
    expect([press('k', { ctrlKey: true }, true), ran]).toEqual(['run', ['palette']])
  })

  it.each([
    ['what edits it', 'c', { ctrlKey: true }, '$mod+c'],
    ['a jump to the word before', 'ArrowLeft', { ctrlKey: true }, '$mod+arrowleft'],
    ['redoing', 'y', { ctrlKey: true }, '$mod+y'],
    [
      'a character of the third level',
      '@',
      { ctrlKey: true, altKey: true, thirdLevel: true, code: 'KeyQ' },
      '$mod+alt+q',
    ],
  ])('leave to the text %s', async (_what, key, rest, binding) => {
    const { press, ran } = await keyboard({ mine: [binding] })
    expect([press(key, rest, true), press(key, rest, false), ran]).toEqual(['none', 'run', ['mine']])
  })

  it('show what a sequence can go on with, among what can be used here', async () => {
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

  it('end a sequence by Escape, which then means nothing else', async () => {
    const { dispatcher, press, ran } = await keyboard({ fretboard: ['g f'], close: ['escape'] })
    expect([press('g'), press('Escape'), press('f')]).toEqual(['waiting', 'forgotten', 'none'])
    expect([dispatcher.waiting.getState(), press('Escape'), ran]).toEqual([undefined, 'run', ['close']])
  })

  it("run the user's command before a command with the same default key, and the latest choice first", async () => {
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

  it('skip unavailable commands', async () => {
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

  it('run the command whose key is whole rather than wait for a longer one', async () => {
    const { press, ran } = await keyboard({ long: ['g f'], short: ['g'] })
    expect([press('g'), ran]).toEqual(['run', ['short']])
  })
})
