import { describe, expect, it, vi } from 'vitest'
import { SHOW_DRAWER } from '../../../../src/core/events/app-events.js'
import { readMidiFile } from '../../../../src/plugins/midi-file/reading/read-midi-file.js'
import { LOG_FILTER } from '../../../../src/plugins/midi-io/internal-tokens.js'
import { makeKernel } from '../support/make-kernel.js'

const GRANTED = {
  permission: 'granted',
  inputs: [{ id: 'gk3', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
} as const

describe('the commands of the log', () => {
  it('export it as a MIDI file, named after the time', async () => {
    const { kernel, midi, files } = await makeKernel(GRANTED)
    midi.play('gk3', [0x90, 60, 96])
    midi.play('gk3', [0x80, 60, 64])
    expect(await kernel.commands.execute('midi-io.export-log-as-midi')).toMatchObject({ ok: true })
    const [file] = files.saved
    expect(file?.name).toBe('midi-log-2026-01-01-120000.mid')
    const { song } = await readMidiFile(file?.content as Uint8Array)
    expect(song.tracks.flatMap(({ name, notes }) => notes.map(({ midi: note }) => [name, note]))).toEqual([
      ['GK-3 Guitar', 60],
    ])
  })

  it('say how much the file holds, also what is hidden, and what has no place in it', async () => {
    const { kernel, midi, files, notices, clock } = await makeKernel(GRANTED)
    midi.play('gk3', [0x80, 60, 64])
    midi.play('gk3', [0x90, 60, 96])
    await clock.advance(20)
    await kernel.commands.execute('midi-io.export-log')
    expect(notices.at(-1)).toMatchObject({
      kind: 'success',
      message: 'Log exported. Events in the file: {{events}}.',
      values: { events: 2 },
    })
    kernel.get(LOG_FILTER).setState({ text: 'note on' })
    await kernel.commands.execute('midi-io.export-log')
    const hidden = 'The whole log was exported, including hidden events. Events in the file: {{events}}.'
    expect(notices.at(-1)).toMatchObject({ message: hidden, values: { events: 2 } })
    kernel.get(LOG_FILTER).setState({ text: '' })
    await kernel.commands.execute('midi-io.pause-log')
    midi.play('gk3', [0x90, 64, 96])
    await kernel.commands.execute('midi-io.export-log-as-midi')
    expect(notices.slice(-2)).toMatchObject([
      { message: hidden, values: { events: 2 } },
      { kind: 'info', values: { number: 1 } },
    ])
    expect(files.saved).toHaveLength(3)
  })

  it('do not save an empty log, and say so without an error in the console', async () => {
    const { kernel, files, notices, platform } = await makeKernel(GRANTED)
    for (const id of ['midi-io.export-log', 'midi-io.export-log-as-midi', 'midi-io.copy-line']) {
      expect(await kernel.commands.execute(id)).toMatchObject({ ok: false, error: { code: 'log_empty' } })
      expect(notices.at(-1)).toMatchObject({ kind: 'info', code: 'log_empty' })
    }
    expect(files.saved).toEqual([])
    expect(platform.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('clear the log once: an empty one stays, and what was cleared comes back', async () => {
    const { kernel, midi, notices, log } = await makeKernel(GRANTED)
    midi.play('gk3', [0x90, 60, 96])
    await kernel.commands.execute('midi-io.clear-log')
    const [cleared] = notices.slice(-1)
    await kernel.commands.execute('midi-io.clear-log')
    expect(notices.at(-1)).toMatchObject({ message: 'The MIDI log is already empty.' })
    expect(notices.at(-1)?.action).toBeUndefined()
    cleared?.action?.run()
    expect(log.view.getState().events).toHaveLength(1)
  })

  it('say so where the browser refuses to copy a line', async () => {
    const { kernel, input, files } = await makeKernel(GRANTED)
    input.receive([0x90, 60, 96], { portId: 'neck' })
    files.copyText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    const error = { code: 'copy_refused' }
    expect(await kernel.commands.execute('midi-io.copy-line')).toMatchObject({ ok: false, error })
  })
})

const PLUGGED = {
  permission: 'granted',
  inputs: [{ id: 'a3f09c', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
} as const

async function besideTheNeck(setting: Parameters<typeof makeKernel>[0] = PLUGGED) {
  const made = await makeKernel(setting)
  made.kernel.commands.setContext('route', '/fretboard')
  const drawers: string[] = []
  made.kernel.events.on(SHOW_DRAWER, ({ drawer }) => drawers.push(drawer))
  return { ...made, drawers, filter: made.kernel.get(LOG_FILTER) }
}

describe('the filter of the log by command', () => {
  it('takes words, a port, a channel and a kind, and shows the drawer each time', async () => {
    const { kernel, filter, drawers } = await besideTheNeck()
    const run = async (id: string, args?: unknown) =>
      expect(await kernel.commands.execute(id, args)).toMatchObject({ ok: true })
    await run('midi-io.filter-log', { text: 'eb4' })
    await run('midi-io.filter-log-by-port', { port: 'a3f09c' })
    await run('midi-io.filter-log-by-channel', { channel: 3 })
    await run('midi-io.filter-log-by-kind', { kind: 'note' })
    expect(filter.getState()).toEqual({ text: 'eb4', choice: { portId: 'a3f09c', channel: 3, kind: 'note' } })
    expect(drawers).toEqual(Array(4).fill('midi-io.log'))
    await run('midi-io.show-whole-log')
    expect(filter.getState()).toEqual({ text: '', choice: {} })
    await run('midi-io.show-devices')
    expect(drawers).toHaveLength(6)
    const keys = ['filter-log', 'clear-log'].map(id => kernel.commands.keysOf(`midi-io.${id}`))
    expect(keys).toEqual([['shift+v'], ['shift+x']])
  })

  it('lists ports by their names, including an unplugged port', async () => {
    const { kernel, midi, input, access } = await besideTheNeck()
    midi.play('a3f09c', [0x90, 60, 96])
    input.receive([0x90, 62, 96], { portId: 'neck' })
    midi.unplug('a3f09c')
    await vi.waitFor(() => expect(access.view.getState().inputs).toEqual([]))
    const choices = await kernel.commands.choicesFor('midi-io.filter-log-by-port', 'port')
    expect(choices).toEqual([
      { value: 'a3f09c', label: 'GK-3 Guitar' },
      { value: 'neck', label: 'Neck' },
    ])
  })
})
