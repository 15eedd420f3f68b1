// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import type { MidiEvent } from '../../../../src/core/music/midi/midi-event.js'
import '../../../../src/plugins/midi-io/ui/device-status.js'
import '../../../../src/plugins/midi-io/ui/log-section.js'
import { MIDI_EVENT, NECK_TUNING } from '../../../../src/plugins/midi-io/tokens.js'
import { renderScreen } from '../../../support/render-screen.js'
import { makeKernel } from '../support/make-kernel.js'

const GRANTED = {
  permission: 'granted',
  inputs: [{ id: 'gk3', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
  outputs: [{ id: 'synth', name: 'FluidSynth' }],
} as const

async function show(setting: Parameters<typeof makeKernel>[0] = GRANTED) {
  const made = await makeKernel(setting)
  const rendered = renderScreen(made.kernel, 'midi-io', 'DeviceStatus')
  await screen.findByRole('status')
  renderScreen(made.kernel, 'midi-io', 'MidiLog')
  await screen.findByRole('textbox', { name: /log|Protokoll/ })
  const heard: MidiEvent[] = []
  made.kernel.events.on(MIDI_EVENT, event => heard.push(event))
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map(row =>
        within(row)
          .getAllByRole('cell')
          .map(cell => cell.textContent),
      )
  return { ...made, ...rendered, heard, rows, user: userEvent.setup() }
}

describe('the drawers Device status and Log', () => {
  it('says OK, and lists the inputs that are there', async () => {
    await show()
    expect(await screen.findByText('OK')).toBeTruthy()
    expect(screen.getByText('Inputs: 1 · outputs: 1')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'MIDI inputs' })).getByText('GK-3 Guitar')).toBeTruthy()
  })

  it.each([
    ['nothing is connected', { permission: 'granted' }, 'No device', /No input is connected/],
    ['the browser has no Web MIDI', { supported: false }, 'Not supported', /This browser has no Web MIDI/],
    ['MIDI is blocked', { permission: 'denied' }, 'Not allowed', /MIDI is blocked for this page/],
  ] as const)(
    'says first what can be played where %s, then what is missing',
    async (_, setting, word, help) => {
      await show(setting)
      expect((await screen.findByText(word)).getAttribute('role')).toBe('status')
      const works = screen.getByText('Play on the neck, on your computer keyboard, or along with a song.')
      const missing = screen.getByText(help)
      expect(works.compareDocumentPosition(missing)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      expect(screen.getByRole('switch', { name: 'Computer keyboard' })).toBeTruthy()
    },
  )

  it('has the color of a failure only where something broke', async () => {
    const { unmount } = await show({ permission: 'denied' })
    expect((await screen.findByText('Not allowed')).dataset.status).toBe('refused')
    unmount()
    await show({ permission: 'granted', failure: 'NetworkError' })
    expect((await screen.findByText('Failed')).dataset.status).toBe('failed')
  })

  it('says what to do after a denial, and trying again helps', async () => {
    const { midi, user } = await show({ ...GRANTED, permission: 'prompt', prompt: 'deny' })
    expect(await screen.findByText(/MIDI is blocked for this page/)).toBeTruthy()
    midi.setPermission('granted')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('GK-3 Guitar')).toBeTruthy()
  })

  it('says that the browser is asking until the user answers', async () => {
    const { midi, user } = await show({ ...GRANTED, permission: 'denied', prompt: 'wait' })
    act(() => midi.setPermission('prompt'))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Asking')).toBeTruthy()
    expect(screen.queryByText('OK')).toBeNull()
    midi.answer('grant')
    expect(await screen.findByText('OK')).toBeTruthy()
  })

  it('names the devices that another program holds, and trying again helps', async () => {
    const busy = ['gk3', 'synth']
    const { user } = await show({ ...GRANTED, busy })
    expect(await screen.findByText(/^Held by another program: GK-3 Guitar, FluidSynth\./)).toBeTruthy()
    busy.length = 0
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/Held by another program/)).toBeNull())
  })

  it('offers to try without system-exclusive', async () => {
    const { midi, user } = await show({ ...GRANTED, refuseSysex: true })
    await user.click(await screen.findByRole('button', { name: 'Try without system-exclusive' }))
    expect(await screen.findByText('Without system-exclusive messages.')).toBeTruthy()
    expect(midi.requests.map(({ sysex }) => sysex)).toEqual([true, false])
  })

  it('distinguishes a browser without Web MIDI from a machine without MIDI', async () => {
    const { unmount } = await show({ supported: false })
    expect(await screen.findByText(/This browser has no Web MIDI/)).toBeTruthy()
    unmount()
    await show({ permission: 'granted', failure: 'InvalidStateError' })
    expect(await screen.findByText(/The browser finds no MIDI on this computer/)).toBeTruthy()
  })

  it('shows the newest event first, note-offs dimmed, ports by their name', async () => {
    const { clock, midi, rows } = await show()
    midi.play('gk3', [0x94, 60, 96])
    midi.play('gk3', [0xb0, 64, 127])
    midi.play('gk3', [0x84, 60, 64])
    await act(() => clock.advance(16))
    expect(rows()).toEqual([
      ['12:00:00:000', 'GK-3 Guitar', '5', 'C4', '64'],
      ['12:00:00:000', 'GK-3 Guitar', '1', 'CC-64', '127'],
      ['12:00:00:000', 'GK-3 Guitar', '5', 'C4', '96'],
    ])
    const [, off, controller] = screen.getAllByRole('row')
    expect(off?.hasAttribute('data-off')).toBe(true)
    expect(controller?.hasAttribute('data-off')).toBe(false)
    expect(screen.getByText('CC-64').getAttribute('title')).toBe('Sustain Pedal')
  })

  it('lays out the rows in sight, and all of them on the first scroll', async () => {
    const { clock, input, rows } = await show()
    for (let index = 0; index < 50; index += 1) {
      input.receive([index % 2 === 0 ? 0x90 : 0x80, 60, 96], { portId: 'neck' })
    }
    await act(() => clock.advance(1100))
    expect(rows()).toHaveLength(24)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('51')
    const box = screen.getByRole('region', { name: 'The 100 newest events' })
    fireEvent.scroll(box, { target: { scrollTop: 40 } })
    expect(rows()).toHaveLength(50)
    fireEvent.scroll(box, { target: { scrollTop: 0 } })
    expect(rows()).toHaveLength(24)
  })

  it('filters, pauses and clears the log', async () => {
    const { clock, input, rows, user } = await show()
    input.receive([0x90, 60, 96], { portId: 'neck' })
    input.receive([0x90, 64, 96], { portId: 'neck' })
    await act(() => clock.advance(16))
    await user.type(screen.getByRole('textbox', { name: 'Filter the log' }), 'e4')
    await waitFor(() => expect(rows().map(row => row[3])).toEqual(['E4']))
    await user.clear(screen.getByRole('textbox', { name: 'Filter the log' }))
    await user.click(screen.getByRole('button', { name: 'Pause the log' }))
    input.receive([0x90, 67, 96], { portId: 'neck' })
    await act(() => clock.advance(200))
    expect(rows()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Resume the log' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'Clear the log' }))
    expect(await screen.findByText('Nothing has been played yet.')).toBeTruthy()
  })

  it('keeps the name of a port that was unplugged, in the log and in its filter', async () => {
    const { midi, clock, access, rows, user } = await show()
    midi.play('gk3', [0x90, 60, 96])
    midi.unplug('gk3')
    await waitFor(() => expect(access.view.getState().inputs).toEqual([]))
    await act(() => clock.advance(200))
    expect(rows().every(([, port]) => port === 'GK-3 Guitar')).toBe(true)
    expect(rows()).toHaveLength(2)
    await user.click(screen.getByRole('combobox', { name: 'Port' }))
    expect(await screen.findByRole('option', { name: 'GK-3 Guitar', hidden: true })).toBeTruthy()
  })

  it('gives the export to the browser', async () => {
    const { files, user, input } = await show()
    input.receive([0x90, 60, 96], { portId: 'neck' })
    await user.click(await screen.findByRole('button', { name: 'Export the log as JSON' }))
    await waitFor(() => expect(files.saved).toHaveLength(1))
  })

  it('gives the MIDI file to the browser', async () => {
    const { files, user, input } = await show()
    input.receive([0x90, 60, 96], { portId: 'neck' })
    await user.click(await screen.findByRole('button', { name: 'Export the log as a MIDI file' }))
    await waitFor(() => expect(files.saved[0]?.name).toMatch(/\.mid$/))
  })

  it('shows one port, one channel or one kind of message, as it was chosen', async () => {
    const { clock, input, midi, rows, user } = await show()
    midi.play('gk3', [0x92, 60, 96])
    midi.play('gk3', [0xb1, 64, 127])
    input.receive([0x90, 62, 96], { portId: 'neck' })
    await act(() => clock.advance(16))
    const names = () => rows().map(row => row[3])
    const choose = async (choice: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: choice }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await choose('Port', 'Neck')
    expect(names()).toEqual(['D4'])
    await choose('Port', 'GK-3 Guitar')
    expect(names()).toEqual(['CC-64', 'C4'])
    await choose('Channel', 'Channel 3')
    expect(names()).toEqual(['C4'])
    await choose('Channel', 'All channels')
    await choose('Kind', 'Controllers')
    expect(names()).toEqual(['CC-64'])
    await choose('Kind', 'Pitch bend')
    expect(screen.getByText('Nothing in the log fits the filter.')).toBeTruthy()
  })

  it('copies the line under the pointer', async () => {
    const { clock, input, files } = await show()
    for (const note of [60, 62, 64]) input.receive([0x90, note, 96], { portId: 'neck' })
    await act(() => clock.advance(16))
    expect(screen.queryByRole('button', { name: /^Copy the line/ })).toBeNull()
    // By hand: the pointer of the tests leaves a box when it moves within it.
    fireEvent.mouseOver(await screen.findByText('D4'))
    fireEvent.click(screen.getByRole('button', { name: 'Copy the line 12:00:00:000 D4' }))
    await waitFor(() => expect(files.copied).toHaveLength(1))
    expect(files.copied[0]).toContain('\tNeck\tch1\tD4\t96\t')
    fireEvent.mouseLeave(screen.getByRole('region', { name: 'The 100 newest events' }))
    expect(screen.queryByRole('button', { name: /^Copy the line/ })).toBeNull()
  })

  it('copies a line that the arrow keys lead to, also after newer ones came, and keeps the focus when it is gone', async () => {
    const { clock, input, files, user } = await show()
    for (const note of [60, 62, 64]) input.receive([0x90, note, 96], { portId: 'neck' })
    await act(() => clock.advance(16))
    const box = screen.getByRole('region', { name: 'The 100 newest events' })
    act(() => box.focus())
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    const line = screen.getByRole('button', { name: 'Copy the line 12:00:00:000 D4' })
    expect(document.activeElement).toBe(line)
    for (let index = 0; index < 50; index += 1) input.receive([0xb0, 1, index], { portId: 'neck' })
    await act(() => clock.advance(1100))
    expect(document.activeElement).toBe(line)
    await user.keyboard('{Enter}')
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(() => expect(files.copied).toHaveLength(2))
    expect(files.copied.every(text => text.includes('\tD4\t'))).toBe(true)
    for (let index = 0; index < 100; index += 1) input.receive([0xb0, 1, index], { portId: 'neck' })
    await act(() => clock.advance(1100))
    expect(document.activeElement).toBe(box)
  })

  it('lights the channel that plays, and only that', async () => {
    const { midi } = await show()
    const name = await screen.findByText('GK-3 Guitar')
    midi.play('gk3', [0x92, 60, 96])
    const lights = [...(name.closest('li')?.querySelectorAll('i') ?? [])]
    await waitFor(() => {
      expect(lights.map(light => light.hasAttribute('data-lit')).indexOf(true)).toBe(2)
    })
    expect(lights.filter(light => light.hasAttribute('data-lit'))).toHaveLength(1)
    await waitFor(() => expect(lights.some(light => light.hasAttribute('data-lit'))).toBe(false))
  })

  it('switches the computer keyboard on and off', async () => {
    const { page, user } = await show()
    await user.click(screen.getByRole('switch', { name: 'Computer keyboard' }))
    expect(page.keys?.down('KeyA', false)).toBe(true)
  })

  it('speaks German', async () => {
    await show({ ...GRANTED, permission: 'denied', languages: ['de'] })
    expect(await screen.findByText('Nicht erlaubt')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy()
  })
})

describe('the inputs in the drawer', () => {
  const inputs = () => within(screen.getByRole('list', { name: 'MIDI inputs' }))
  const strum = [64, 59, 55, 50, 45, 40].map((note, index) => [0x90 + index, note, 100])
  const damp = strum.map(([status = 0, note = 0]) => [status - 0x10, note, 64])

  it('are switched off and on, and a hint says so when none is left', async () => {
    const { heard, midi, user } = await show()
    const hear = await screen.findByRole('switch', { name: 'Receive from “GK-3 Guitar”' })
    await user.click(hear)
    expect(await inputs().findByText('Switched off')).toBeTruthy()
    expect(screen.getByText(/Every input is switched off/)).toBeTruthy()
    midi.play('gk3', [0x90, 60, 96])
    expect(heard).toEqual([])
    await user.click(hear)
    await waitFor(() => expect(screen.queryByText(/Every input is switched off/)).toBeNull())
    midi.play('gk3', [0x90, 60, 96])
    expect(heard).toHaveLength(1)
  })

  it('say when one is a MIDI guitar, and that can be corrected', async () => {
    const { midi, user, heard } = await show()
    await screen.findByText('GK-3 Guitar')
    await act(async () => {
      for (const bytes of [...strum, ...damp, ...strum, ...damp]) midi.play('gk3', bytes)
    })
    expect(await inputs().findByText('MIDI guitar, strings on channels 1–6')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Settings for “GK-3 Guitar”' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'MIDI guitar' }), 'No')
    await waitFor(() => expect(inputs().queryByText(/MIDI guitar, strings/)).toBeNull())

    await user.selectOptions(screen.getByRole('combobox', { name: 'MIDI guitar' }), 'Yes')
    fireEvent.change(screen.getByRole('textbox', { name: 'First channel' }), { target: { value: '11' } })
    expect(await inputs().findByText('MIDI guitar, strings on channels 11–16')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: 'Lowest string first' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Bend range' }), '± 12 semitones')
    midi.play('gk3', [0x9a, 40, 100])
    expect(heard.at(-1)).toMatchObject({ channel: 11, string: 6 })
  })

  it('say when the tuning does not match', async () => {
    const { kernel, midi, notices } = await show(GRANTED)
    act(() => kernel.get(NECK_TUNING).setState({ ...STANDARD_TUNING, capo: 0 }))
    await screen.findByText('GK-3 Guitar')
    await act(() => kernel.commands.execute('midi-io.set-guitar', { input: 'gk3', guitar: 'on' }))
    await act(async () => midi.play('gk3', [0x90, 52, 100]))
    expect(await inputs().findByText('The tuning does not match.')).toBeTruthy()
    expect(notices.filter(({ kind }) => kind === 'warning')).toHaveLength(1)
  })
})
