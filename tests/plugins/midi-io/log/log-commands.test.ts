import { expect, it, vi } from 'vitest'
import { SHOW_DRAWER } from '../../../../src/core/events/app-events.js'
import { readMidiFile } from '../../../../src/plugins/midi-file/reading/read-midi-file.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { LOG_FILTER } from '../../../../src/plugins/midi-io/log/log-filter.js'
import { MIDI_INPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'
import { makeKernel } from '../support/make-kernel.js'

it('an exported MIDI file is named after the time, and its track after the input', async () => {
  const { run, midi, files } = await makeKernel()
  midi.play('gk3', [0x90, 60, 96])
  midi.play('gk3', [0x80, 60, 64])
  expect(await run('export-log-as-midi')).toMatchObject({ ok: true })
  const [file] = files.saved
  expect(file?.name).toBe('midi-log-2026-01-01-120000.mid')
  const { song } = await readMidiFile(file?.content as Uint8Array)
  expect(song.tracks.flatMap(({ name, notes }) => notes.map(({ midi: note }) => [name, note]))).toEqual([
    ['GK-3 Guitar', 60],
  ])
})

it('the notice includes the number of exported events and mentions hidden and ignored ones', async () => {
  const { kernel, run, midi, files, notices, clock } = await makeKernel()
  midi.play('gk3', [0x80, 60, 64])
  midi.play('gk3', [0x90, 60, 96])
  await clock.advance(20)
  await run('export-log')
  expect(notices.at(-1)).toMatchObject({
    ...{ kind: 'success', message: 'Log exported ({{count}} events).' },
    values: { count: 2 },
  })
  kernel.get(LOG_FILTER).setState({ text: 'note on' })
  await run('export-log')
  const hidden = 'Whole log exported, including hidden events ({{count}} events).'
  expect(notices.at(-1)).toMatchObject({ message: hidden, values: { count: 2 } })
  kernel.get(LOG_FILTER).setState({ text: '' })
  await run('pause-log')
  midi.play('gk3', [0x90, 64, 96])
  await run('export-log-as-midi')
  // A single notice contains both remarks.
  expect(notices.at(-1)?.texts).toMatchObject({
    remark0: { message: hidden, values: { count: 2 } },
    remark1: { values: { count: 1 } },
  })
  expect(files.saved).toHaveLength(3)
})

it('exporting an empty log posts a notice instead of logging an error', async () => {
  const { run, files, notices, platform } = await makeKernel()
  for (const id of ['export-log', 'export-log-as-midi', 'copy-line']) {
    expect(await run(id)).toMatchObject({ ok: false, error: { code: 'log_empty' } })
    expect(notices.at(-1)).toMatchObject({ kind: 'info', code: 'log_empty' })
  }
  expect(files.saved).toEqual([])
  expect(platform.logged.filter(({ level }) => level === 'error')).toEqual([])
})

it('clearing an empty log does nothing, and a cleared log can be restored', async () => {
  const { run, midi, notices, log } = await makeKernel()
  midi.play('gk3', [0x90, 60, 96])
  await run('clear-log')
  const [cleared] = notices.slice(-1)
  await run('clear-log')
  expect(notices.at(-1)).toBe(cleared)
  cleared?.action?.run()
  expect(log.view.getState().events).toHaveLength(1)
})

it('“copy-line” copies the newest visible line, even while the log is paused', async () => {
  const { run, midi, files, notices, clock } = await makeKernel()
  midi.play('gk3', [0xb1, 64, 127])
  await clock.advance(20)
  await run('pause-log')
  midi.play('gk3', [0x90, 62, 96])
  await run('copy-line')
  expect(files.copied).toEqual(['12:00:00:000\tGK-3 Guitar\tch2\tCC-64 Sustain Pedal\t127\tB1 40 7F'])
  expect(notices.at(-1)).toMatchObject({ kind: 'success', message: 'Line copied.' })
})

it('“copy-line” returns the line if no clipboard is available', async () => {
  const headless = { host: 'node', midi: 'none' } as const
  const { kernel, run } = await openKernel({ plugins: [midiIo], ...headless, activate: ['midi-io'] })
  kernel.get(MIDI_INPUT).receive([0x90, 60, 96], { portId: 'neck' })
  const value = '12:00:00:000\tNeck\tch1\tC4\t96\t90 3C 60'
  expect(await run('midi-io.copy-line')).toMatchObject({ ok: true, value })
})

it('a rejected clipboard write is reported', async () => {
  const { run, input, files } = await makeKernel()
  input.receive([0x90, 60, 96], { portId: 'neck' })
  files.copyText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  const error = { code: 'copy_refused' }
  expect(await run('copy-line')).toMatchObject({ ok: false, error })
})

it('filtering by text, port, channel or message type opens the log', async () => {
  const { kernel, run } = await makeKernel()
  const filter = kernel.get(LOG_FILTER)
  kernel.commands.setContext('route', '/fretboard')
  const drawers: string[] = []
  kernel.events.on(SHOW_DRAWER, ({ drawer }) => drawers.push(drawer))
  await run('filter-log', { text: 'eb4' })
  await run('filter-log-by-port', { port: 'gk3' })
  await run('filter-log-by-channel', { channel: 3 })
  await run('filter-log-by-kind', { kind: 'note' })
  expect(filter.getState()).toEqual({ text: 'eb4', choice: { portId: 'gk3', channel: 3, kind: 'note' } })
  expect(drawers).toEqual(Array(4).fill('midi-io.log'))
  await run('show-whole-log')
  expect(filter.getState()).toEqual({ text: '', choice: {} })
  await run('show-devices')
  expect(drawers).toHaveLength(6)
  const keys = ['filter-log', 'clear-log'].map(id => kernel.commands.keysOf(`midi-io.${id}`))
  expect(keys).toEqual([['shift+v'], ['shift+x']])
})

it('the port filter lists ports by name, including disconnected ones', async () => {
  const { kernel, midi, input, access } = await makeKernel()
  midi.play('gk3', [0x90, 60, 96])
  input.receive([0x90, 62, 96], { portId: 'neck' })
  midi.unplug('gk3')
  await vi.waitFor(() => expect(access.view.getState().inputs).toEqual([]))
  expect(await kernel.commands.choicesFor('midi-io.filter-log-by-port', 'port')).toEqual([
    { value: 'gk3', label: 'GK-3 Guitar' },
    { value: 'neck', label: 'Neck' },
  ])
})
