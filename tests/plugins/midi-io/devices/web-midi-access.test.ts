// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import { fakeMidi } from '../../../../src/core/testing/fake-midi-page.js'
import type { FakeOptions } from '../../../../src/core/testing/fake-web-midi.js'
import { isSameDevice } from '../../../../src/plugins/midi-io/devices/ports.js'
import { WebMidiAccess } from '../../../../src/plugins/midi-io/devices/web-midi-access.js'
import { PORTS_CHANGED } from '../../../../src/plugins/midi-io/tokens.js'
import { makeInput } from '../support/make-input.js'

const PORTS: Pick<FakeOptions, 'inputs' | 'outputs'> = {
  inputs: [{ id: 'in-1', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
  outputs: [{ id: 'out-1', name: 'FluidSynth' }],
}

function makeAccess(options: FakeOptions, chosen = '') {
  const { clock, events, input, heard } = makeInput()
  const { midi, page, setPermission } = fakeMidi({ now: () => clock.now(), ...PORTS, ...options })
  const log = { info: vi.fn(), warn: vi.fn() }
  const notices = { post: vi.fn() }
  const access = new WebMidiAccess({ clock, events, notices, log, input, chosenOutput: () => chosen })
  onTestFinished(() => access.dispose())
  const view = () => access.view.getState()
  return { access, clock, events, heard, input, log, midi, notices, page, setPermission, view }
}

async function granted(options: FakeOptions = {}, chosen = '') {
  const made = makeAccess({ permission: 'granted', ...options }, chosen)
  await made.access.start(made.page)
  return made
}

/** Waits for a condition. The MIDI library responds asynchronously. */
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true))

it('the permission prompt requests SysEx and software synthesizers', async () => {
  const { access, midi, page, view, log } = makeAccess({ permission: 'prompt', prompt: 'grant' })
  await access.start(page)
  expect(midi.requests).toEqual([{ sysex: true, software: true }])
  expect(view()).toMatchObject({
    ...{ status: 'OK', asking: false, sysex: true },
    inputs: [{ id: 'in-1', name: 'GK-3 Guitar', manufacturer: 'Roland' }],
    outputs: [{ id: 'out-1', name: 'FluidSynth', manufacturer: '' }],
  })
  expect(log.info.mock.calls).toEqual([['Midi enabled', view().inputs, view().outputs]])
})

it('a denied permission is not requested again until the user retries', async () => {
  const { access, midi, page, view } = makeAccess({ permission: 'denied' })
  await access.start(page)
  expect(midi.requests).toEqual([])
  expect(view().status).toBe('DENIED')
  midi.setPermission('granted')
  await access.request()
  expect(view().status).toBe('OK')
})

it('access without SysEx is used if only SysEx is denied', async () => {
  const { access, midi, view } = await granted({ refuseSysex: true })
  expect(view()).toMatchObject({ status: 'DENIED', reason: 'refused' })
  await access.request({ sysex: false })
  expect(midi.requests.at(-1)).toEqual({ sysex: false, software: true })
  expect(view()).toMatchObject({ status: 'OK', sysex: false })
})

it.each([
  ['InvalidStateError', 'no-midi-system'],
  ['SecurityError', 'refused'],
] as const)('the state contains the reason for a failure: %s', async (failure, reason) => {
  expect((await granted({ failure })).view()).toMatchObject({ status: 'DENIED', reason })
})

it('ports in use by another program are reported, and the user can retry', async () => {
  const busy = ['in-1', 'out-1']
  const { view, notices, log } = await granted({ busy })
  await until(() => view().taken?.length === 2)
  expect(view().taken).toEqual(['in-1', 'out-1'])
  expect(notices.post.mock.calls.map(([{ code, values }]) => [code, values.name])).toEqual([
    ['port_taken', 'GK-3 Guitar'],
    ['port_taken', 'FluidSynth'],
  ])
  expect(log.warn).toHaveBeenCalledWith('The MIDI port FluidSynth is in use by another program')
  busy.length = 0
  notices.post.mock.calls[0]?.[0].action.run()
  await until(() => view().status === 'OK' && !view().asking)
  await vi.waitFor(() => expect(view().taken).toEqual([]))
  expect(notices.post).toHaveBeenCalledTimes(2)
})

it('concurrent requests show a single prompt', async () => {
  const { access, midi, page } = makeAccess({ permission: 'prompt', prompt: 'wait' })
  const started = access.start(page)
  await until(() => midi.requests.length === 1)
  const again = access.request()
  midi.answer('grant')
  await Promise.all([started, again])
  expect(midi.requests).toHaveLength(1)
})

it('each message is received once, with the time it was played', async () => {
  const { clock, heard, midi } = await granted()
  await clock.advance(500)
  midi.play('in-1', [0x90, 60, 100], 498.5)
  expect(heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ portId: 'in-1', at: 498.5, number: 60 })
  // A timestamp from a different clock is replaced.
  midi.play('in-1', [0x80, 60, 100], 1e12)
  expect(heard[1]?.at).toBe(500)
})

it('the list of inputs is updated when a device is connected or disconnected', async () => {
  const { events, heard, midi, view } = await granted()
  const reported: number[] = []
  events.on(PORTS_CHANGED, ({ inputs }) => reported.push(inputs.length))
  midi.plug('input', { id: 'in-2', name: 'Keystep 32' })
  await until(() => view().inputs.length === 2)
  midi.play('in-2', [0x90, 48, 80])
  expect(heard.at(-1)).toMatchObject({ portId: 'in-2', number: 48 })
  midi.unplug('in-2')
  await until(() => view().inputs.length === 1)
  expect(reported).toEqual([2, 1])
})

it('messages are sent through the MIDI library, and a disconnected output is reported', async () => {
  const { access, midi, notices, view } = await granted({}, 'out-1')
  const gone: string[] = []
  access.onGone(id => gone.push(id))
  access.find('out-1')?.send([0x90, 60, 100], 25)
  expect(midi.sent).toEqual([{ portId: 'out-1', bytes: [0x90, 60, 100], at: 25 }])
  midi.unplug('out-1')
  await until(() => view().outputs.length === 0)
  expect([access.find('out-1'), gone]).toEqual([undefined, ['out-1']])
  expect(notices.post).toHaveBeenCalledOnce()
})

it('granting or revoking the permission takes effect without a reload', async () => {
  const { setPermission, view } = await granted()
  setPermission('denied')
  await until(() => view().status === 'DENIED')
  expect(view().inputs).toEqual([])
  setPermission('granted')
  await until(() => view().status === 'OK')
})

it('disposing the access releases all resources, even if the browser responds later', async () => {
  const { access, heard, midi, page } = makeAccess({ permission: 'prompt', prompt: 'wait' })
  const started = access.start(page)
  await until(() => midi.requests.length === 1)
  access.dispose()
  midi.answer('grant')
  await started
  midi.play('in-1', [0x90, 60, 100])
  expect(heard).toEqual([])
  expect(page.listeners()).toBe(0)
})

it.each([
  ['KeyLab 61', 'KeyLab 61', true],
  ['USB MIDI In', 'USB MIDI Out', true],
  ['MIDIIN2 (KeyLab 61)', 'MIDIOUT2 (KeyLab 61)', true],
  ['Launchkey Input', 'launchkey output', true],
  ['GK-3', 'Warm pad', false],
  ['IAC Bus 1', 'IAC Bus 2', false],
  ['Indigo', 'Outdigo', false],
])('%s and %s are recognized as the same device: %s', (input, output, same) => {
  const port = (name: string, manufacturer = '') => ({ name, manufacturer })
  expect(isSameDevice(port(input), port(output))).toBe(same)
  expect(isSameDevice(port(input, 'Roland'), port(output, 'Yamaha'))).toBe(false)
  expect(isSameDevice(port(input, 'Roland'), port(output))).toBe(same)
})
