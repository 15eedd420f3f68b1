// Virtual JZZ MIDI port in this process, so everything but the cable is real.
import library from 'jzz'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PortState } from '../../src/music/midi/port-state.js'
import { midiFile } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** The cast is needed because the library's types omit virtual ports. */
const JZZ = library as unknown as {
  addMidiOut(name: string, widget: object): void
  removeMidiOut(name: string): void
  requestMIDIAccess(options: object): Promise<unknown>
  Widget: new (widget: object) => object
}

/** Eight messages within 0.2 s: two overlapping notes, a sustain pedal and a pitch bend. */
const SMALL = midiFile(0, [
  [
    ...[0, 0xb0, 64, 127, 0, 0x90, 60, 100, 24, 0xe0, 0, 80, 24, 0x91, 64, 90, 48, 0x80, 60, 64],
    ...[24, 0xe0, 0, 64, 48, 0x81, 64, 64, 0, 0xb0, 64, 0, 0, 0xff, 0x2f, 0],
  ],
])
/** Number of messages, including the program changes of both channels. */
const MESSAGES = 10
const { at } = testFolder({ 'small.mid': SMALL }, true)
const song = () => at('small.mid')
let heard: number[][] = []
let onMessage: (count: number) => void = () => undefined

/** Port number. Each test uses a new port because events from the previous one arrive late. */
let plugged = 0
const port = () => `My synth ${plugged}`
const plug = () => {
  plugged += 1
  JZZ.addMidiOut(
    port(),
    new JZZ.Widget({
      _receive(message: Iterable<number>) {
        heard.push([...message])
        onMessage(heard.length)
      },
    }),
  )
}

beforeEach(() => {
  heard = []
  onMessage = () => undefined
  plug()
})
function left(messages: readonly (readonly number[])[]): number[][] {
  const sounding = new PortState()
  for (const message of messages) sounding.apply(message)
  return sounding.silence()
}

const printed = (out: string) => recordsIn<{ raw: number[] }>(out).map(({ raw }) => raw)

const replay = (...words: string[]) =>
  fretwork('replay', '--port', port().toLowerCase(), '--format', 'ndjson', ...words, song())

/** Messages at which a test interferes: the first, one during both notes, and the last. */
const indexes = [1, 6, MESSAGES]

describe('replay to a MIDI port', () => {
  it('a replay sends every MIDI message in order and on time', async () => {
    const { code, err, out } = await replay()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(heard).toEqual(printed(out))
    expect(heard).toHaveLength(MESSAGES)
    expect(left(heard)).toEqual([])
  })

  it('an error for an unknown port name lists the available ports', async () => {
    expect(await fretwork('replay', '--port', 'Piano', song())).toEqual({
      ...{ code: 4, out: '' },
      err: expect.stringMatching(/^There is no MIDI output "Piano"; there is "My synth 1"/),
    })
  })

  it('midi ports lists ports, midi send sends messages, and midi panic silences them', async () => {
    expect((await fretwork('midi', 'ports')).out).toMatch(/outputs:\n {2}My synth 1/)
    expect(await fretwork('midi', 'send', '--port', port(), '0x90', '64', '100')).toMatchObject({ code: 0 })
    expect(heard).toEqual([[0x90, 64, 100]])
    expect((await fretwork('midi', 'send', '--port', port(), '64')).code).toBe(2)
    expect((await fretwork('midi', 'send', '--port', port(), 'loud')).code).toBe(2)
    expect(await fretwork('midi', 'panic')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/silenced\.\n$/),
    })
    expect(heard).toContainEqual([0xb0, 123, 0])
  })

  it('midi monitor runs until Ctrl-C, even for weeks', async () => {
    // Speeds up time, except during startup.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      const before = process.listenerCount('SIGINT')
      let over = false
      const ended = fretwork('midi', 'monitor').finally(() => {
        over = true
      })
      const isListening = () => process.listenerCount('SIGINT') > before && vi.getTimerCount() > 0
      await vi.waitUntil(isListening)
      for (let week = 0; week < 8; week += 1) await vi.advanceTimersByTimeAsync(7 * 24 * 60 * 60 * 1000)
      expect(over).toBe(false)
      process.emit('SIGINT', 'SIGINT')
      expect((await ended).code).toBe(130)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each(['2147484', 'Infinity'])(
    'midi monitor rejects %s seconds because the timer would fire immediately',
    async seconds => {
      const { code, out, err } = await fretwork('midi', 'monitor', '--for', seconds)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain('Expected a number of seconds up to 2147483.')
    },
  )

  const disturbances: Readonly<Record<string, () => unknown>> = {
    'Ctrl-C': () => process.emit('SIGINT', 'SIGINT'),
    'closing the reader': () =>
      process.stdout.emit('error', Object.assign(new Error('broken pipe'), { code: 'EPIPE' })),
    'a crash': () => process.emit('uncaughtException', new Error('a fault of ours')),
    'removing the port': () => JZZ.removeMidiOut(port()),
  }
  it.each(
    indexes.flatMap(index => [
      ['Ctrl-C', index, ['--loop', '3', '--tail', '0.05'], 130, /^$/] as const,
      ['closing the reader', index, [], 0, /^$/] as const,
      ['a crash', index, [], 1, /^a fault of ours\n$/] as const,
      // The tail is long enough for the disconnect error, which ends the wait.
      [
        'removing the port',
        index,
        ['--tail', '5'],
        4,
        /^The MIDI output "My synth \d+" was disconnected\. /,
      ] as const,
    ]),
  )('%s at message %i leaves no note sounding', async (what, index, words, code, err) => {
    onMessage = count => {
      if (count === index) disturbances[what]?.()
    }
    const ended = await replay(...words)
    expect(ended).toMatchObject({ code, err: expect.stringMatching(err) })
    if (what !== 'removing the port') expect(left(heard)).toEqual([])
    if (what !== 'closing the reader' && what !== 'a crash') expect(left(printed(ended.out))).toEqual([])
  })
})

describe('plugin command with MIDI ports', () => {
  const program = ['midi-io.send-program', '--program', '5']

  afterEach(() => void vi.restoreAllMocks())

  it('a plugin command sends to the selected MIDI output, which is open before it runs', async () => {
    const ports = recordsIn<{ direction: string; id: string; name: string }>(
      (await fretwork('midi', 'ports', '--json')).out,
    )
    const { id = '' } = ports.find(({ direction, name }) => direction === 'output' && name === port()) ?? {}
    expect(await fretwork('run', 'midi-io.select-output', '--port', id)).toMatchObject({ code: 0 })
    expect(await fretwork('run', '--midi', ...program)).toEqual({ code: 0, out: '', err: '' })
    expect(heard).toContainEqual([0xc0, 4])
  })

  it('a plugin command does not run if the MIDI ports can’t be opened', async () => {
    vi.spyOn(JZZ, 'requestMIDIAccess').mockRejectedValue(new Error('no MIDI system'))
    const { code, out, err } = await fretwork('run', '--midi', ...program)
    expect({ code, out }).toEqual({ code: 4, out: '' })
    expect(err).toContain('Cannot open MIDI ports.')
  })
})
