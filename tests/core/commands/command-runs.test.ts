import { expect, it } from 'vitest'
import type { BusyRule } from '../../../src/core/commands/command.js'
import type { CommandControl } from '../../../src/core/commands/command-runs.js'
import { makeRegistry } from './make-registry.js'

function slowCommand(busy?: BusyRule) {
  const made = makeRegistry()
  const runs: { control: CommandControl; end: (value: unknown) => void; fail: (error: unknown) => void }[] =
    []
  made.commands.register(
    { id: 'songs.import', title: 'Import', busy },
    'songs',
    (_args, control) =>
      new Promise((end, fail) => {
        runs.push({ control, end, fail })
      }),
  )
  const execute = () => made.commands.execute('songs.import')
  const running = () => made.commands.running.getState()
  return { ...made, runs, execute, running }
}

it('a running command is listed with its progress until it ends', async () => {
  const { platform, runs, execute, running } = slowCommand()
  await platform.clock.advance(500)
  const outcome = execute()
  expect(running()).toMatchObject([{ id: 'songs.import', title: 'Import', source: 'songs', startedAt: 500 }])
  expect(running()[0]?.fraction).toBeUndefined()
  runs[0]?.control.progress(0.25, 'Reading')
  expect(running()).toMatchObject([{ fraction: 0.25, text: 'Reading' }])
  runs[0]?.control.progress(7)
  expect(running()[0]).toMatchObject({ fraction: 1, text: undefined })
  runs[0]?.control.progress(Number.NaN)
  expect(running()[0]?.fraction).toBeUndefined()
  runs[0]?.end('done')
  expect(await outcome).toEqual({ ok: true, value: 'done' })
  expect(running()).toEqual([])
  runs[0]?.control.progress(0.5)
  expect(running()).toEqual([])
})

it('a canceled command ends immediately and reports no error', async () => {
  const { notices, logged, runs, execute, running } = slowCommand()
  const outcome = execute()
  running()[0]?.cancel()
  expect(await outcome).toMatchObject({
    ok: false,
    error: { code: 'command_cancelled', message: '“Import” was canceled.' },
  })
  expect([runs[0]?.control.signal.aborted, running(), notices]).toEqual([true, [], []])
  expect(logged).toMatchObject([
    { level: 'info', message: 'The command songs.import stopped: “Import” was canceled.' },
  ])
})

it('a canceled command can be restarted even if the first run has not finished', async () => {
  const { runs, execute, running } = slowCommand()
  const first = execute()
  const state = running()[0]
  state?.cancel()
  await first
  const second = execute()
  runs[0]?.end('late')
  state?.cancel()
  expect(running()).toHaveLength(1)
  runs[1]?.end('new')
  expect(await second).toEqual({ ok: true, value: 'new' })
})

it('starting a running command again is rejected with a notice', async () => {
  const { notices, runs, execute } = slowCommand()
  const first = execute()
  expect(await execute()).toMatchObject({ ok: false, error: { code: 'command_busy' } })
  expect(runs).toHaveLength(1)
  expect(notices).toMatchObject([
    {
      ...{ kind: 'info', code: 'command_busy' },
      message: '“{{command}}” is still running. Try again when it has finished.',
      texts: { command: { source: 'songs', message: 'Import' } },
    },
  ])
  runs[0]?.end(1)
  expect(await first).toMatchObject({ ok: true, value: 1 })
  const again = execute()
  runs[1]?.end(2)
  expect(await again).toEqual({ ok: true, value: 2 })
})

it('a queued run waits until the previous run succeeds or fails', async () => {
  const { runs, execute, running } = slowCommand('queue')
  const outcomes = [execute(), execute(), execute()]
  expect(runs).toHaveLength(1)
  runs[0]?.fail(new Error('No disk.'))
  await outcomes[0]
  expect(runs).toHaveLength(2)
  runs[1]?.end('second')
  expect(await outcomes[1]).toMatchObject({ ok: true, value: 'second' })
  running()[0]?.cancel()
  expect(await outcomes[2]).toMatchObject({ ok: false, error: { code: 'command_cancelled' } })
  const next = execute()
  expect(runs).toHaveLength(4)
  runs[3]?.end('fourth')
  expect(await next).toEqual({ ok: true, value: 'fourth' })
})

it('a queued run is canceled without an error if its plugin is disabled', async () => {
  const { commands, notices, logged } = makeRegistry()
  const begun: number[] = []
  const register = () =>
    commands.register({ id: 'songs.import', title: 'Import', busy: 'queue' }, 'songs', () => {
      begun.push(begun.length)
      return new Promise(() => undefined)
    })
  const registration = register()
  const outcomes = [commands.execute('songs.import'), commands.execute('songs.import')]
  registration.dispose()
  // A queued run of the removed registration must not start in the new registration.
  register()
  for (const outcome of await Promise.all(outcomes))
    expect(outcome).toMatchObject({ ok: false, error: { code: 'command_cancelled' } })
  expect([begun.length, notices]).toEqual([1, []])
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
})

it('a queued run is canceled if the command becomes unavailable while waiting', async () => {
  const { commands, notices } = makeRegistry()
  const ends: (() => void)[] = []
  commands.register(
    { id: 'songs.import', title: 'Import', busy: 'queue', when: 'loggedIn' },
    'songs',
    () => new Promise<void>(end => ends.push(end)),
  )
  commands.setContext('loggedIn', true)
  const outcomes = [commands.execute('songs.import'), commands.execute('songs.import')]
  commands.setContext('loggedIn', false)
  ends[0]?.()
  expect(await outcomes[0]).toMatchObject({ ok: true })
  expect(await outcomes[1]).toMatchObject({ ok: false, error: { code: 'command_cancelled' } })
  expect([ends.length, notices]).toEqual([1, []])
})

it('restarting a command cancels its first run', async () => {
  const { notices, runs, execute } = slowCommand('restart')
  const [first, second] = [execute(), execute()]
  expect(await first).toMatchObject({ ok: false, error: { code: 'command_cancelled' } })
  expect(runs[0]?.control.signal.aborted).toBe(true)
  runs[1]?.end('new')
  expect([await second, notices]).toEqual([{ ok: true, value: 'new' }, []])
})

it('a parallel command starts a second run alongside the first', async () => {
  const { runs, execute, running } = slowCommand('parallel')
  const outcomes = [execute(), execute()]
  expect(running()).toHaveLength(2)
  for (const [index, run] of runs.entries()) run.end(index)
  expect(await Promise.all(outcomes)).toEqual([
    { ok: true, value: 0 },
    { ok: true, value: 1 },
  ])
})
