import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CommandRegistry } from '../../../src/core/commands/command-registry.js'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { NOTICE, type Notice, NoticeBoard } from '../../../src/core/events/notices.js'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import { createLogger } from '../../../src/core/platform/logger.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'

function registry() {
  const platform = memoryPlatform()
  const { logged, log: sink } = platform
  const log = createLogger(sink, 'test')
  const events = new EventBus(log)
  const notices: Notice[] = []
  events.on(NOTICE, notice => notices.push(notice))
  return { commands: new CommandRegistry(log, new NoticeBoard(events), platform), notices, logged }
}

describe('the command registry', () => {
  it('runs a command and returns what it gives', async () => {
    const { commands, notices } = registry()
    commands.register({ id: 'neck.tune', title: 'Tune' }, 'neck', () => Promise.resolve('tuned'))
    expect(await commands.execute('neck.tune')).toEqual({ ok: true, value: 'tuned' })
    expect(notices).toEqual([])
  })

  it.each([
    [
      'a throw',
      () => {
        throw new Error('A string broke.')
      },
      'unexpected',
      'A string broke.',
    ],
    ['a rejection', () => Promise.reject(new Error('A string broke.')), 'unexpected', 'A string broke.'],
    ['what is no error', () => Promise.reject('just text'), 'unexpected', 'just text'],
    [
      'an error of ours',
      () => Promise.reject(new FretworkError('string_broken', 'A string broke.')),
      'string_broken',
      'A string broke.',
    ],
    [
      'a foreign error with a code',
      () => Promise.reject(Object.assign(new Error('No space.'), { code: 'ENOSPC' })),
      'ENOSPC',
      'No space.',
    ],
  ])('catches %s, logs it and tells it', async (_what, run, code, message) => {
    const { commands, notices, logged } = registry()
    commands.register({ id: 'neck.tune', title: 'Tune' }, 'neck', run)
    const outcome = await commands.execute('neck.tune')
    expect(outcome).toMatchObject({ ok: false, error: { code, message } })
    expect(notices).toMatchObject([{ kind: 'error', code, values: { command: 'Tune', reason: message } }])
    expect(logged).toMatchObject([{ level: 'error', message: 'The command neck.tune failed' }])
  })

  it('says which argument does not fit, and does not run', async () => {
    const { commands } = registry()
    const seen: unknown[] = []
    const args = z.strictObject({ fret: z.int().check(z.minimum(0)), string: z.optional(z.number()) })
    commands.register({ id: 'neck.press', title: 'Press', args }, 'neck', given => seen.push(given))
    const reasonFor = async (given: unknown) => {
      const outcome = await commands.execute('neck.press', given)
      return outcome.ok ? 'ran' : `${outcome.error.code}: ${outcome.error.message}`
    }
    expect(await reasonFor({ fret: 'three' })).toMatch(/^arguments_invalid: .*at "fret": .*number/)
    expect(await reasonFor({ fret: 3, finger: 1 })).toContain('finger')
    expect(await reasonFor(undefined)).toMatch(/at "fret"/)
    expect(await reasonFor('text')).toMatch(/^arguments_invalid: The arguments do not fit: /)
    expect(seen).toEqual([])
    expect(await reasonFor({ fret: 3 })).toBe('ran')
    expect(seen).toEqual([{ fret: 3 }])
  })

  it('gives nothing to a command that takes nothing', async () => {
    const { commands } = registry()
    const seen: unknown[] = []
    commands.register({ id: 'neck.mute', title: 'Mute' }, 'neck', given => void seen.push(given))
    await commands.execute('neck.mute', { surprise: 1 })
    expect(seen).toEqual([undefined])
  })

  it('refuses a command whose condition does not hold, until it does', async () => {
    const { commands } = registry()
    commands.register({ id: 'neck.tune', title: 'Tune', when: "route == '/fretboard'" }, 'neck', () => 1)
    expect(commands.isEnabled('neck.tune')).toBe(false)
    expect(await commands.execute('neck.tune')).toMatchObject({
      ok: false,
      error: { code: 'command_unavailable' },
    })
    commands.setContext('route', '/fretboard')
    expect(commands.isEnabled('neck.tune')).toBe(true)
    expect(await commands.execute('neck.tune')).toEqual({ ok: true, value: 1 })
    expect(commands.holds("route == '/fretboard'")).toBe(true)
  })

  it('names a command that does not exist', async () => {
    const { commands } = registry()
    expect(commands.isEnabled('nobody.here')).toBe(false)
    expect(await commands.execute('nobody.here')).toMatchObject({
      error: { code: 'command_unknown', message: 'There is no command "nobody.here".' },
    })
    await expect(commands.attempt('nobody.here')).rejects.toMatchObject({ code: 'command_unknown' })
  })

  it('refuses the same id twice, and an id is free again after disposal', () => {
    const { commands } = registry()
    const first = commands.register({ id: 'neck.tune', title: 'Tune' }, 'neck', () => 1)
    const again = () => commands.register({ id: 'neck.tune', title: 'Tune' }, 'other', () => 2)
    expect(again).toThrow('The command "neck.tune" of other exists already in neck; give it another id.')
    first.dispose()
    again()
    first.dispose()
    expect(commands.find('neck.tune')?.source).toBe('other')
    expect(commands.all.getState().map(({ id }) => id)).toEqual(['neck.tune'])
  })

  it('refuses a condition that makes no sense when it is registered', () => {
    const { commands } = registry()
    const register = () => commands.register({ id: 'a.b', title: 'x', when: '&&' }, 'a', () => 1)
    expect(register).toThrow(expect.objectContaining({ code: 'when_invalid' }))
    expect(commands.all.getState()).toEqual([])
  })

  it('tells its watchers of context only where it changes', () => {
    const { commands } = registry()
    let changes = 0
    commands.conditions.subscribe(() => changes++)
    commands.setContext('loggedIn', true)
    commands.setContext('loggedIn', true)
    expect(changes).toBe(1)
  })
})
