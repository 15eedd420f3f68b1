import { describe, expect, it } from 'vitest'
import { KeyDispatcher } from '../../../src/core/commands/key-dispatcher.js'
import type { KeyPress } from '../../../src/core/commands/keys.js'
import { createTestKernel } from '../../../src/core/kernel/test-kernel.js'

async function keyboard(bindings: Record<string, string[]>, whens: Record<string, string> = {}) {
  const { commands, platform } = await createTestKernel()
  const ran: string[] = []
  for (const [id, keys] of Object.entries(bindings)) {
    commands.register({ id, title: id, keys, when: whens[id] }, 'test', () => void ran.push(id))
  }
  const dispatcher = new KeyDispatcher(commands, platform.clock, false)
  const press = (key: string, rest: Partial<KeyPress> = {}, typing = false) =>
    dispatcher.press(
      { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...rest },
      typing,
    )
  return { commands, clock: platform.clock, press, ran }
}

describe('key presses', () => {
  it('run the command that has the key, and say that the press was ours', async () => {
    const { press, ran } = await keyboard({ palette: ['$mod+k'], keys: ['?'] })
    expect(press('k', { ctrlKey: true })).toBe('run')
    expect(press('?', { shiftKey: true })).toBe('run')
    expect(press('k')).toBe('none')
    expect(ran).toEqual(['palette', 'keys'])
  })

  it('wait for the rest of a sequence', async () => {
    const { press, ran } = await keyboard({ fretboard: ['g f'], songs: ['g s'] })
    expect([press('g'), press('s')]).toEqual(['waiting', 'run'])
    expect([press('g'), press('Shift'), press('f')]).toEqual(['waiting', 'none', 'run'])
    expect(ran).toEqual(['songs', 'fretboard'])
  })

  it('forget a sequence that was begun 1.2 s ago', async () => {
    const { press, ran, clock } = await keyboard({ fretboard: ['g f'] })
    press('g')
    await clock.advance(1199)
    expect(press('f')).toBe('run')
    press('g')
    await clock.advance(1200)
    expect(press('f')).toBe('none')
    expect(ran).toEqual(['fretboard'])
    expect(clock.pending).toBe(0)
  })

  it('that break a sequence are keys of their own', async () => {
    const { press, ran } = await keyboard({ fretboard: ['g f'], mute: ['m'] })
    expect([press('g'), press('m')]).toEqual(['waiting', 'run'])
    expect([press('g'), press('g'), press('f')]).toEqual(['waiting', 'waiting', 'run'])
    expect(ran).toEqual(['mute', 'fretboard'])
  })

  it('are left to the text that is being written, except with Ctrl, ⌘ or Alt', async () => {
    const { press, ran } = await keyboard({ mute: ['m'], palette: ['$mod+k'] })
    expect(press('m', {}, true)).toBe('none')
    expect(press('m', { shiftKey: true }, true)).toBe('none')
    expect(press('k', { ctrlKey: true }, true)).toBe('run')
    expect(ran).toEqual(['palette'])
  })

  it('pass over commands that cannot be used here, to the one that can', async () => {
    const { commands, press, ran } = await keyboard(
      { here: ['x'], there: ['x'] },
      { here: "route == '/here'", there: "route == '/there'" },
    )
    expect(press('x')).toBe('none')
    commands.setContext('route', '/there')
    expect(press('x')).toBe('run')
    commands.setContext('route', '/here')
    expect(press('x')).toBe('run')
    expect(ran).toEqual(['there', 'here'])
  })

  it('run the command whose key is whole rather than wait for a longer one', async () => {
    const { press, ran } = await keyboard({ long: ['g f'], short: ['g'] })
    expect(press('g')).toBe('run')
    expect(ran).toEqual(['short'])
  })
})
