import { describe, expect, it } from 'vitest'
import { readMidiFile } from '../../../src/plugins/midi-file/read-midi-file.js'
import { makeKernel } from './make-kernel.js'

const GRANTED = {
  permission: 'granted',
  inputs: [{ id: 'gk3', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
} as const

describe('the commands of the log', () => {
  it('export it as a MIDI file, named after the time', async () => {
    const { kernel, midi, page } = await makeKernel(GRANTED)
    midi.play('gk3', [0x90, 60, 96])
    midi.play('gk3', [0x80, 60, 64])
    expect(await kernel.commands.execute('midi-io.export-log-as-midi')).toMatchObject({ ok: true })
    const [file] = page.saved
    expect(file?.name).toBe('midi-log-2026-01-01-120000.mid')
    const { song } = await readMidiFile(file?.bytes ?? new Uint8Array())
    expect(song.tracks.flatMap(({ name, notes }) => notes.map(({ midi: note }) => [name, note]))).toEqual([
      ['GK-3 Guitar', 60],
    ])
  })

  it('copy the newest line, with the name of the port and the bytes', async () => {
    const { kernel, midi, page, notices } = await makeKernel(GRANTED)
    midi.play('gk3', [0x90, 60, 96])
    midi.play('gk3', [0xb1, 64, 127])
    await kernel.commands.execute('midi-io.copy-line')
    expect(page.copied).toEqual(['12:00:00:000\tGK-3 Guitar\tch2\tCC-64 Sustain Pedal\t127\tB1 40 7F'])
    expect(notices.at(-1)).toMatchObject({ kind: 'success', message: 'The line was copied.' })
  })

  it('copy the newest line that is seen, while the log is held still', async () => {
    const { kernel, input, page, clock } = await makeKernel({ ...GRANTED, languages: ['de'] })
    input.receive([0x90, 60, 96], { portId: 'neck' })
    await clock.advance(20)
    await kernel.commands.execute('midi-io.pause-log')
    input.receive([0x90, 62, 96], { portId: 'neck' })
    await kernel.commands.execute('midi-io.copy-line')
    expect(page.copied).toEqual(['12:00:00:000\tHals\tch1\tC4\t96\t90 3C 60'])
  })

  it('say so where there is no line, and where the browser refuses to copy it', async () => {
    const { kernel, input, page } = await makeKernel(GRANTED)
    const copy = () => kernel.commands.execute('midi-io.copy-line')
    expect(await copy()).toMatchObject({ ok: false, error: { code: 'log_empty' } })
    input.receive([0x90, 60, 96], { portId: 'neck' })
    page.copy = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    expect(await copy()).toMatchObject({ ok: false, error: { code: 'copy_refused' } })
  })

  it('give the line and the file to who runs them without a page', async () => {
    const { kernel, input } = await makeKernel({ headless: true })
    input.receive([0x90, 60, 96], { portId: 'neck' })
    expect(await kernel.commands.execute('midi-io.copy-line')).toMatchObject({
      ok: true,
      value: '12:00:00:000\tNeck\tch1\tC4\t96\t90 3C 60',
    })
    expect(await kernel.commands.execute('midi-io.export-log-as-midi')).toMatchObject({ ok: true })
  })
})
