import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PLUGINS } from '../../../../src/plugins/plugin-list.js'
import { oneNote } from '../../../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../../../support/test-folder.js'
import { fretwork, recordsIn } from '../../run-program.js'

const { at } = testFolder({ 'one.mid': oneNote })

// Nothing listens on this port, so commands that need a server report an error.
beforeEach(() => void vi.stubEnv('FRETWORK_URL', 'http://127.0.0.1:9'))

const headless = PLUGINS.filter(({ runsIn }) => runsIn.includes('node'))
  .flatMap(({ contributes }) => contributes?.commands ?? [])
  .filter(command => command.needs !== 'screen')

/** Sample values for required arguments, by name. */
const SAMPLE: Readonly<Record<string, readonly string[]>> = {
  ...{ tonic: ['--tonic', 'E'], scale: ['--scale', 'Major'], from: ['--from', '1'], to: ['--to', '12'] },
  guitar: ['--guitar', 'on'],
  bytes: ['--bytes', '@one.mid'],
  bend: ['--bend', '0.5'],
  velocity: ['--velocity', '0.5'],
  fret: ['--fret', '2'],
  down: ['--down'],
  tuning: ['--tuning', '1'],
  person: ['--person', '00000000-0000-4000-8000-000000000000'],
}

interface Arg {
  readonly name: string
  readonly required: boolean
  readonly flag: string
  readonly describes: string
}
/** Output of `fretwork run --json`, cached for all commands. */
let listed: readonly { readonly id: string; readonly args: readonly Arg[] }[] | undefined

/** Returns a sample value for a flag: the lowest positive number, the first choice, or any word. */
function madeUp(flag: string, describes: string): string[] {
  const [word = ''] = flag.split(' ')
  if (!flag.includes('<')) return [word]
  const choice = /one of ([^,;]+)/.exec(describes)?.[1]
  const least = Math.max(1, Number(/from (-?\d+)/.exec(describes)?.[1] ?? 1))
  return [word, choice ?? (/integer|number/.test(flag) ? String(least) : 'x')]
}

describe('fretwork run', () => {
  it.each(['2147484', 'Infinity', '-1', 'long', ''])(
    'run rejects "%s" as a duration because a timer over 2147483 s would fire immediately',
    async seconds => {
      expect(await fretwork('run', '--stay', seconds, 'midi-io.set-channel', '--channel', '3')).toMatchObject(
        { code: 2, out: '', err: expect.stringContaining('Expected a number of seconds up to 2147483.') },
      )
    },
  )

  it('run lists every command that works without a screen, with its flags', async () => {
    const { code, out } = await fretwork('run', '--json')
    const listed = recordsIn<{ id: string; args: { flag: string }[] }>(out)
    expect(code).toBe(0)
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(headless.map(({ id }) => id)))
    expect(listed.find(({ id }) => id === 'midi-io.set-channel')?.args).toEqual([
      { name: 'channel', flag: '--channel <integer>', describes: 'from 0 to 16; needed', required: true },
    ])
  })

  it('run accepts former command IDs and their flags', async () => {
    expect(await fretwork('run', '--json', 'metronome.set-meter', '--beats', '3')).toMatchObject({
      ...{ code: 0, err: '' },
    })
    const former = headless.flatMap(({ formerly = [] }) => formerly)
    const { out } = await fretwork('run', '--json')
    expect(recordsIn<{ id: string }>(out).filter(({ id }) => former.includes(id))).toEqual([])
  })

  it('run saves a command’s settings like the application', async () => {
    expect(await fretwork('run', 'midi-io.set-channel', '--channel', '3')).toEqual({
      ...{ code: 0, out: '', err: '' },
    })
    expect(await fretwork('run', '--json', 'midi-io.set-channel', '--channel', '4')).toEqual({
      ...{ code: 0, out: '{"id":"midi-io.set-channel","value":null}\n', err: '' },
    })
  })

  it('run prints the result of a command', async () => {
    const { code, out } = await fretwork(
      'run',
      'replay.replay-file',
      '--bytes',
      `@${at('one.mid')}`,
      '--fast',
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ending: 'end', sent: 3, silenced: 0 })
  })

  it.each([
    [
      'a value beyond its range',
      ['midi-io.set-channel', '--channel', '30'],
      2,
      /^--channel: Enter a whole number/,
    ],
    ['a missing argument', ['midi-io.set-channel'], 2, /^Missing --channel: expected a whole number from 0/],
    ['an unknown flag', ['midi-io.set-channel', '--color', 'red'], 2, /unknown option '--color'/],
    [
      'an option of its own that is unknown',
      ['--bogus'],
      2,
      /^"run" has no option "--bogus"; "fretwork run --help" lists/,
    ],
    ['an unknown command', ['midi-io.dance'], 4, /There is no command "midi-io.dance"/],
    ['a command with a screen', ['midi-io.request-access'], 4, /needs a screen/],
    ['a command that is not enabled yet', ['player.close-song'], 3, /isn’t available here/],
  ])('run rejects %s with a short message', async (_, words, code, err) => {
    const ended = await fretwork('run', ...words)
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.err).toMatch(err)
  })

  it.each(headless.map(command => [command.id, command] as const))(
    'run executes %s, or reports what is missing',
    async (id, { args }) => {
      listed ??= recordsIn(await fretwork('run', '--json').then(({ out }) => out))
      const fields = listed.find(row => row.id === id)?.args ?? []
      const words = fields
        .filter(({ required }) => required)
        .flatMap(({ name, flag, describes }) => SAMPLE[name] ?? madeUp(flag, describes))
        .map(word => word.replace('@one.mid', `@${at('one.mid')}`))
      const ended = await fretwork('run', id, ...words)
      expect(args === undefined || fields.length > 0).toBe(true)
      // Exit code 1 is an internal error, and 2 means that the flag does not describe its values.
      expect([id, ended.err, [0, 3, 4, 5].includes(ended.code)]).toEqual([id, ended.err, true])
      if (ended.code !== 0) expect(ended.err).toMatch(/^.+[.)]\n$/)
    },
  )
})
