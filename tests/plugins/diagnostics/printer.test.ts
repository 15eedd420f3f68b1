import { expect, it } from 'vitest'
import { LOG_FORMAT, LOG_VERSION } from '../../../src/music/midi/log-file.js'
import type { MidiEvent } from '../../../src/music/midi/midi-event.js'
import replayPlugin from '../../../src/plugins/diagnostics/index.js'
import { REPLAYER, type ReplayFormat } from '../../../src/plugins/diagnostics/tokens.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { midiSettings } from '../../../src/plugins/midi-io/settings.js'
import { MIDI_INPUT, MIDI_LOG } from '../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../support/open-kernel.js'
import { oneNote } from '../midi-file/midi-bytes.js'

async function printed(bytes: Uint8Array, format: ReplayFormat, live = false): Promise<string> {
  const { replayer } = await setUp()
  const source = await replayer.open(bytes)
  const printer = replayer.printer(format, source, { live, color: false })
  const lines: string[] = []
  const take = (text: string | undefined) => {
    if (text !== undefined) lines.push(text)
  }
  await replayer.run(source, { fast: true, onEvent: event => take(printer.event(event)) })
  take(printer.end())
  return lines.map(line => `${line}\n`).join('')
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const songBytes = (notes: readonly (readonly [midi: number, time: number, duration: number])[]) =>
  bytesOf(
    JSON.stringify({
      tracks: [{ notes: notes.map(([midi, time, duration]) => ({ midi, time, duration })) }],
    }),
  )

it('tablature uses one column for simultaneous notes', async () => {
  const chord = [40, 47, 52].map(midi => [midi, 0, 0.5] as const)
  expect(await printed(songBytes([...chord, [64, 0.5, 0.5], [76, 1, 0.5], [20, 2, 0.5]]), 'tab')).toBe(
    [
      '00:00:00',
      'e|-----0---12-------|',
      'B|------------------|',
      'G|------------------|',
      'D|-2----------------|',
      'A|-2----------------|',
      'E|-0----------------|',
      '',
      '1 note has no position on the neck.',
      '',
    ].join('\n'),
  )
})

it('a neck is printed whenever the sounding notes change', async () => {
  const text = await printed(
    songBytes([
      [64, 0, 1],
      [69, 0.5, 0.5],
    ]),
    'neck',
  )
  const [first, second, last] = text.split('\n\n')
  expect(first?.split('\n').slice(0, 2)).toEqual(['00:00:00:000  E4', expect.stringMatching(/^e ●‖---\|/)])
  // The first string is already in use, so A4 is on the second.
  expect(second?.split('\n')[2]).toMatch(/^B {2}‖(---\|){9}-●-\|/)
  expect(last).not.toContain('●')
})

async function setUp() {
  const plugins = [midiIo, midiFile, replayPlugin]
  const { kernel, run } = await openKernel({ plugins, host: 'node', activate: ['diagnostics'] })
  return {
    kernel,
    run,
    replayer: await kernel.get(REPLAYER)(),
    settings: kernel.settings.store(midiSettings),
  }
}

function logOf(midiOctaveOffset: number): Uint8Array {
  const event = {
    ...{ key: 7, time: '17:02:11:482', at: 5000, portId: 'GK-3', channel: 5, kind: 'note', on: true },
    ...{ name: 'E4', note: 'GK-3:5:64', octave: 4, number: 64, attack: 1, release: 0, raw: [0x94, 64, 127] },
  }
  const header = { format: LOG_FORMAT, version: LOG_VERSION, settings: { midi: { midiOctaveOffset } } }
  return new TextEncoder().encode(JSON.stringify({ ...header, events: [event] }))
}

it('opening a song activates the song plugin on demand, and playback uses the real input', async () => {
  const { kernel, replayer } = await setUp()
  expect(kernel.host.state('midi-file')?.status).toBe('registered')
  const source = await replayer.open(oneNote)
  expect(kernel.host.state('midi-file')?.status).toBe('active')
  const lines: string[] = []
  await replayer.run(source, {
    fast: true,
    onEvent: event => void lines.push(replayer.format(event, 'text')),
  })
  expect(lines).toEqual([
    '00:00:00:000  file  ch 1   programchange  1',
    '00:00:00:000  file  ch 1   on   E4     64  0.79',
    '00:00:00:500  file  ch 1   off  E4     64  0.50',
  ])
  expect(kernel.get(MIDI_LOG).snapshot().events).toHaveLength(3)
})

it('concurrent replays and live notes have independent octave offsets', async () => {
  const { kernel, replayer, settings } = await setUp()
  settings.change({ midiOctaveOffset: -1 })
  const names: string[] = []
  const onEvent = (event: MidiEvent) => {
    if (event.kind === 'note') names.push(event.name)
  }
  const [one, two] = [await replayer.open(logOf(1)), await replayer.open(logOf(2))]
  const runs = [replayer.run(one, { onEvent, tailMs: 100 }), replayer.run(two, { onEvent, tailMs: 200 })]
  const played = kernel.get(MIDI_INPUT).receive([0x90, 64, 1], { portId: 'GK-3' })
  await kernel.platform.clock.advance(300)
  await Promise.all(runs)
  expect([...names, played?.kind === 'note' && played.name]).toEqual(['E5', 'E6', 'E3'])
  expect(settings.getState().midiOctaveOffset).toBe(-1)
})

it('the replay command plays a file passed as bytes', async () => {
  const { run } = await setUp()
  const ran = await run('replay.replay-file', { bytes: oneNote, fast: true })
  expect(ran).toMatchObject({ ok: true, value: { ending: 'end', sent: 3 } })
  expect(await run('replay.replay-file', { bytes: 'song.mid' })).toMatchObject({ ok: false })
})
