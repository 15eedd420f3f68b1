import { describe, expect, it, vi } from 'vitest'
import { SHOW_DRAWER } from '../../../../src/core/events/app-events.js'
import { LOG_FILTER } from '../../../../src/plugins/midi-io/internal-tokens.js'
import { makeKernel } from '../support/make-kernel.js'

const GRANTED = {
  permission: 'granted',
  inputs: [{ id: 'a3f09c', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
} as const

async function besideTheNeck(setting: Parameters<typeof makeKernel>[0] = GRANTED) {
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
    expect(filter.getState()).toEqual({
      text: 'eb4',
      choice: { portId: 'a3f09c', channel: 3, kind: 'note' },
    })
    expect(drawers).toEqual(Array(4).fill('midi-io.log'))
    await run('midi-io.show-whole-log')
    expect(filter.getState()).toEqual({ text: '', choice: {} })
    await run('midi-io.show-devices')
    expect(drawers).toHaveLength(6)
    const keys = ['filter-log', 'clear-log'].map(id => kernel.commands.keysOf(`midi-io.${id}`))
    expect(keys).toEqual([['shift+v'], ['shift+x']])
  })

  it('lists ports by their names, also one that was unplugged', async () => {
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
