import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ChoiceRequest } from '../../../src/core/commands/command.js'
import { noticeOf } from '../../../src/core/commands/command-notice.js'
import { type CommandChoices } from '../../../src/core/commands/command-registry.js'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import { SentenceError } from '../../../src/core/platform/phrases.js'
import { rows } from '../../support/rows.js'
import { makeRegistry } from './make-registry.js'

it('a command also runs under its former ID but is listed once', async () => {
  const { commands } = makeRegistry()
  const contribution = { id: 'player.play', formerly: ['songs.play'], title: 'Play', keys: ['p'] }
  const registered = commands.register(contribution, 'player', () => 'plays')
  expect(await commands.execute('songs.play')).toEqual({ ok: true, value: 'plays' })
  expect(commands.find('songs.play')?.id).toBe('player.play')
  expect(commands.isEnabled('songs.play')).toBe(true)
  expect(commands.all.getState().map(({ id }) => id)).toEqual(['player.play'])
  registered.dispose()
  expect(commands.find('songs.play')).toBeUndefined()
})

it('a command that is registered again keeps its position', () => {
  const { commands } = makeRegistry()
  const register = (id: string) => commands.register({ id, title: id }, 'neck', () => undefined)
  const first = register('neck.first')
  register('neck.second')
  first.dispose()
  expect(commands.all.getState().map(({ id }) => id)).toEqual(['neck.second'])
  register('neck.first')
  expect(commands.all.getState().map(({ id }) => id)).toEqual(['neck.first', 'neck.second'])
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
  [
    'a FretworkError',
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
])('the command registry catches %s, logs it and reports it', async (_what, run, code, message) => {
  const { commands, notices, logged } = makeRegistry()
  commands.register({ id: 'neck.tune', title: 'Tune' }, 'neck', run)
  expect(await commands.execute('neck.tune')).toMatchObject({ ok: false, error: { code, message } })
  expect(notices).toMatchObject([{ kind: 'error', code, values: { command: 'Tune', reason: message } }])
  expect(logged).toMatchObject([{ level: 'error', message: 'The command neck.tune failed' }])
})

it('a command with invalid arguments does not run, and the error lists the invalid arguments', async () => {
  const { commands } = makeRegistry()
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
  expect(await reasonFor('text')).toMatch(/^arguments_invalid: Invalid arguments: /)
  expect(seen).toEqual([])
  expect([await reasonFor({ fret: 3 }), seen]).toEqual(['ran', [{ fret: 3 }]])
})

it('a command without a schema receives no arguments', async () => {
  const { commands } = makeRegistry()
  const seen: unknown[] = []
  commands.register({ id: 'neck.mute', title: 'Mute' }, 'neck', given => void seen.push(given))
  await commands.execute('neck.mute', { surprise: 1 })
  expect(seen).toEqual([undefined])
})

it('a command is rejected while its condition is false', async () => {
  const { commands } = makeRegistry()
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

it('the error for an unknown command contains its ID', async () => {
  const { commands } = makeRegistry()
  expect(commands.isEnabled('missing.here')).toBe(false)
  expect(await commands.execute('missing.here')).toMatchObject({
    error: { code: 'command_unknown', message: 'There’s no command “missing.here”.' },
  })
  await expect(commands.attempt('missing.here')).rejects.toMatchObject({ code: 'command_unknown' })
})

it('a duplicate command ID is rejected until the first command is disposed', () => {
  const { commands } = makeRegistry()
  const first = commands.register({ id: 'neck.tune', title: 'Tune' }, 'neck', () => 1)
  const again = () => commands.register({ id: 'neck.tune', title: 'Tune' }, 'other', () => 2)
  expect(again).toThrow('The command "neck.tune" of other already exists in neck. Use another ID.')
  first.dispose()
  again()
  first.dispose()
  expect(commands.find('neck.tune')?.source).toBe('other')
  expect(commands.all.getState().map(({ id }) => id)).toEqual(['neck.tune'])
})

it('registering a command with an invalid condition fails', () => {
  const { commands } = makeRegistry()
  const register = () => commands.register({ id: 'a.b', title: 'x', when: '&&' }, 'a', () => 1)
  expect(register).toThrow(expect.objectContaining({ code: 'when_invalid' }))
  expect(commands.all.getState()).toEqual([])
})

it('a command that needs a screen is rejected if no screen is available', async () => {
  const { commands } = makeRegistry({ host: 'node' })
  commands.register({ id: 'neck.draw', title: 'Draw', needs: 'screen' }, 'neck', () => 1)
  commands.register({ id: 'neck.tune', title: 'Tune' }, 'neck', () => 2)
  expect(await commands.execute('neck.draw')).toMatchObject({
    ok: false,
    error: { code: 'command_needs_screen', message: '“Draw” only runs in the browser.' },
  })
  expect(await commands.execute('neck.tune')).toEqual({ ok: true, value: 2 })
})

it('choice providers receive the typed text and an abort signal', async () => {
  const { commands } = makeRegistry()
  const asked: ChoiceRequest[] = []
  const list: CommandChoices = (_argument, request) => {
    asked.push(request)
    return []
  }
  commands.register({ id: 'a.b', title: 'B' }, 'a', () => 1, list)
  const asking = new AbortController()
  await commands.choicesFor('a.b', 'x', { typed: 'an', signal: asking.signal })
  await commands.choicesFor('a.b', 'x')
  asking.abort()
  expect(asked.map(({ typed, signal }) => [typed, signal.aborted])).toEqual([
    ['an', true],
    ['', false],
  ])
})

it('registrations in the same tick notify subscribers once', async () => {
  const { commands } = makeRegistry()
  const heard: [number, number][] = []
  const stop = commands.all.subscribe((now, before) => heard.push([now.length, before.length]))
  const registrations = ['a.a', 'a.b', 'a.c'].map(id => commands.register({ id, title: id }, 'a', () => 1))
  expect(commands.all.getState()).toHaveLength(3)
  await Promise.resolve()
  expect(heard).toEqual([[3, 0]])
  registrations[0]?.dispose()
  await Promise.resolve()
  stop()
  registrations[1]?.dispose()
  await Promise.resolve()
  expect(heard).toEqual(rows('3 0, 2 3'))
})

const command = { title: 'Remove a song', source: 'midi-file' }
const reasonOf = (error: FretworkError) => noticeOf(command, error)?.texts?.reason

it.each([
  [
    'with placeholders and values, ready for translation',
    new SentenceError('songs_full', 'Your plan keeps {{limit}} songs.', { limit: 5 }),
    { source: 'midi-file', message: 'Your plan keeps {{limit}} songs.', values: { limit: 5 } },
  ],
  [
    'of the plugin that it names',
    new SentenceError('log_newer', 'This log is newer.', {}, { source: 'diagnostics' }),
    { source: 'diagnostics', message: 'This log is newer.', values: {} },
  ],
  [
    'of any other error',
    new FretworkError('no_song', 'No song is open.'),
    { source: 'midi-file', message: 'No song is open.', values: undefined },
  ],
])('the notice shows the message %s', (_which, error, reason) => expect(reasonOf(error)).toEqual(reason))
