// Tests mapped controls end to end: device, input, filter and command.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bindingKey } from '../../../../src/plugins/midi-io/learn/bindings.js'
import type { HeardControl } from '../../../../src/plugins/midi-io/learn/midi-learn.js'
import type { Binding } from '../../../../src/plugins/midi-io/settings.js'
import { MIDI_ACCESS } from '../../../../src/plugins/midi-io/tokens.js'
import { rounds } from '../../../support/rounds.js'
import { KEYS, learnKernel, NEXT_PAGE, PEDAL } from './learn-kernel.js'

const DOWN = [0xb0, 64, 127]
const UP = [0xb0, 64, 0]
/** Spelling stored by version 1. */
const BRITISH = `program${'me'}`
const PAD: Binding = { ...NEXT_PAGE, kind: 'note', number: 36, keeps: true }
const FADER: Binding = { ...NEXT_PAGE, number: 7, command: 'test.tempo', follows: 'tempo' }
const fader = (value: number) => [0xb0, 7, value]

it('a mapping applies to its channel and to its input or, if none is set, to all inputs', async () => {
  const { play, ran } = await learnKernel({ bindings: [NEXT_PAGE, { ...PAD, port: undefined }] })
  await play(PEDAL.id, [0xb1, 64, 127])
  await play(KEYS.id, DOWN)
  expect(ran).toEqual([])
  await play(KEYS.id, [0x90, 36, 1])
  await play(PEDAL.id, [0x90, 36, 1])
  expect(ran).toEqual(['next', 'next'])
})

it('a program change mapping stored by version 1 still works', async () => {
  const stored = [
    { ...NEXT_PAGE, kind: BRITISH, number: 5 },
    { ...NEXT_PAGE, command: 'midi-io.filter-log-by-kind', args: { kind: BRITISH } },
    'an unreadable entry',
  ]
  const { play, ran, learn, kept } = await learnKernel({ bindings: stored, version: '1' })
  await play(PEDAL.id, [0xc0, 5])
  expect(ran).toEqual(['next'])
  expect(learn.bindings.getState().map(({ kind, args }) => [kind, args])).toEqual([
    ['program', undefined],
    ['controller', { kind: 'program' }],
  ])
  learn.bind(PAD)
  expect(kept()).toContainEqual('an unreadable entry')
})

it('a mapping learned on the device’s current port overrides a mapping from its old port', async () => {
  const learned: Binding = { ...NEXT_PAGE, port: { ...PEDAL, id: 'fcb-2' }, command: 'test.loop' }
  const { commands, midi, play, ran } = await learnKernel({ bindings: [NEXT_PAGE, FADER, learned] })
  commands.setContext('route', '/fretboard')
  midi.unplug(PEDAL.id)
  midi.plug('input', { ...PEDAL, id: 'fcb-2' })
  await expect.poll(() => play('fcb-2', UP, DOWN).then(() => ran.length)).toBeGreaterThan(0)
  expect(new Set(ran)).toEqual(new Set(['loop']))
  await play('fcb-2', fader(127))
  expect(ran.at(-1)).toEqual(['tempo', { tempo: 147 }])
})

it('a mapping does not move to another device of the same model when its own is disconnected', async () => {
  const { input, learn, midi, play, ran, kernel } = await learnKernel({ bindings: [NEXT_PAGE, PAD] })
  midi.plug('input', { ...PEDAL, id: 'fcb-2' })
  const { view } = kernel.get(MIDI_ACCESS)
  const inputs = () => view.getState().inputs.map(({ id }) => id)
  await expect.poll(inputs).toContain('fcb-2')
  midi.unplug(PEDAL.id)
  await expect.poll(inputs).not.toContain(PEDAL.id)
  await play('fcb-2', DOWN, [0x90, 36, 90])
  expect(ran).toEqual([])
  expect(input.soundingNotes('fcb-2')).toBe(1)
  // New mappings also stay in place until the device is reconnected.
  learn.bind({ ...NEXT_PAGE, number: 65 })
  await play('fcb-2', [0xb0, 65, 127])
  expect(ran).toEqual([])
  midi.plug('input', { ...PEDAL, id: 'fcb-3' })
  await expect.poll(() => play('fcb-3', UP, DOWN).then(() => ran.length)).toBeGreaterThan(0)
})

/** Knob for NRPN 1/8, as sent by Roland guitar synthesizers. */
const knob = (fine: number, value: number, low = 0) =>
  [
    [0xb0, 99, 1],
    [0xb0, 98, fine],
    [0xb0, 6, value],
    [0xb0, 38, low],
  ] as const
const KNOB: Binding = { ...FADER, kind: 'nrpn', number: 128 + 8 }

it('knobs that send different NRPNs are separate controls', async () => {
  const { play, ran, clock } = await learnKernel({ bindings: [KNOB] })
  await play(PEDAL.id, ...knob(9, 127))
  expect(ran).toEqual([])
  await play(PEDAL.id, ...knob(8, 127, 127))
  await clock.advance(40)
  expect(ran.at(-1)).toEqual(['tempo', { tempo: 147 }])
  // Registered parameters (RPNs) such as the bend range are not mapped.
  await play(PEDAL.id, [0xb0, 101, 0], [0xb0, 100, 0], [0xb0, 6, 2])
  await clock.advance(40)
  expect(ran.at(-1)).toEqual(['tempo', { tempo: 147 }])
})

it('a 14-bit control combines MSB and LSB, and neither triggers anything alone', async () => {
  const { play, ran, clock, log } = await learnKernel({ bindings: [{ ...FADER, fine: true, keeps: true }] })
  await play(PEDAL.id, [0xb0, 7, 64], [0xb0, 39, 127])
  await clock.advance(40)
  expect(ran.at(-1)).toEqual(['tempo', { tempo: 84 }])
  expect(log.snapshot().events).toEqual([])
})

it('MIDI Learn detects a control’s type', async () => {
  const { play, learn, clock } = await learnKernel()
  const heard: string[] = []
  const unfit: string[] = []
  learn.hear(
    ({ control: { kind, channel, number }, value }) =>
      void heard.push(`${kind} ${channel} ${number} ${Math.round(value)}`),
    ({ message }) => void unfit.push(message),
  )
  await play(PEDAL.id, ...knob(8, 127, 127))
  expect(heard).toEqual(['nrpn 1 136 127', 'nrpn 1 136 127'])
  // While a note sounds, aftertouch and bends are not controls.
  await play(PEDAL.id, [0x94, 60, 90], [0xd4, 80], [0xe4, 0, 127])
  await clock.advance(600)
  await play(PEDAL.id, [0xd4, 80], [0xe4, 0, 66], [0xe4, 127, 127])
  expect([heard.slice(2), unfit]).toEqual([['note 5 60 90', 'pressure 5 0 80', 'bend 5 0 127'], []])
  await play(PEDAL.id, [0xa0, 60, 9], [0xfa], [0xb0, 120, 0], [0xb0, 96, 0], [0xf8])
  expect(unfit).toHaveLength(4)
})

it('an exclusive control is neither played nor logged, but its device’s other messages are', async () => {
  const { play, ran, log, clock } = await learnKernel({ bindings: [PAD] })
  await play(PEDAL.id, [0x90, 36, 90], [0x80, 36, 64], [0x90, 40, 90])
  await clock.advance(20)
  expect(ran).toEqual(['next'])
  expect(log.view.getState().events.map(({ number }) => number)).toEqual([40])
})

it('a controlled argument gets at most one update per frame and ends at the last value', async () => {
  const made = await learnKernel({ bindings: [FADER] })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 0, max: 40 })), { minLength: 1 }),
      async moves => {
        const before = made.ran.length
        const began = made.clock.now()
        for (const [value, pause] of moves) {
          await made.play(PEDAL.id, fader(value))
          await made.clock.advance(pause)
        }
        await made.clock.advance(32)
        const [last] = moves.at(-1) ?? [0]
        expect(made.ran.at(-1)).toEqual(['tempo', { tempo: last + 20 }])
        const frames = (made.clock.now() - began) / 16 + 1
        expect(made.ran.length - before).toBeLessThanOrEqual(frames)
      },
    ),
    rounds(60),
  )
})

const loop: Binding = { ...NEXT_PAGE, number: 66, command: 'test.loop' }
const STEP = [0xb0, 66, 127]
const BACK = [0xb0, 66, 0]

it('the notice explains that no setlist is playing', async () => {
  const { play, notices, commands } = await learnKernel({ bindings: [{ ...loop, command: 'test.song' }] })
  commands.register({ id: 'test.song', title: 'Song', when: 'setlists.playing' }, 'test', () => undefined)
  await play(PEDAL.id, STEP, BACK)
  expect(notices[0]?.message).toMatch(/no setlist/)
})

it('an unavailable command is reported only once until it becomes available again', async () => {
  const { play, notices, ran, commands } = await learnKernel({ bindings: [loop] })
  for (let step = 0; step < 50; step += 1) await play(PEDAL.id, STEP, BACK)
  expect(notices.map(({ code }) => code)).toEqual(['command_unavailable'])
  expect(notices[0]?.texts?.command).toEqual({ source: 'test', message: 'Loop' })
  commands.setContext('route', '/fretboard')
  await play(PEDAL.id, STEP, BACK)
  expect(ran).toEqual(['loop'])
  commands.setContext('route', '/account')
  await play(PEDAL.id, STEP, BACK, STEP, BACK)
  expect(notices).toHaveLength(2)
})

it('mapped commands neither run nor post notices after a logout', async () => {
  const { play, notices, ran, commands } = await learnKernel({ bindings: [NEXT_PAGE, loop] })
  commands.setContext('loggedIn', false)
  await play(PEDAL.id, DOWN, STEP)
  expect([ran, notices]).toEqual([[], []])
})

it('MIDI Learn captures moved controls, which neither run commands nor play notes', async () => {
  const { play, ran, learn, log, clock } = await learnKernel({ bindings: [NEXT_PAGE] })
  const heard: HeardControl[] = []
  const hearing = learn.hear(each => heard.push(each))
  await play(PEDAL.id, DOWN, UP, [0x90, 36, 90], [0x80, 36, 0], [0xc2, 7], [0xe0, 0, 64], [0xb0, 123, 0])
  const words = heard.map(({ control: { kind, channel, number }, port, value }) =>
    [kind, channel, number, port.name, value].join(' '),
  )
  expect(words).toEqual([
    ...['controller 1 64 FCB1010 127', 'controller 1 64 FCB1010 0'],
    ...['note 1 36 FCB1010 90', 'program 3 7 FCB1010 0'],
  ])
  await clock.advance(20)
  expect(log.view.getState().events.filter(({ kind, on }) => kind === 'controller' || on)).toMatchObject([
    // *All notes off* is a command to the device, not a control.
    { note: 'CC-123' },
  ])
  expect(ran).toEqual([])
  hearing.dispose()
  await play(PEDAL.id, DOWN)
  expect(ran).toEqual(['next'])
})

it('unreadable mappings are skipped, reported once and kept in storage', async () => {
  const broken = { kind: 'breath' }
  const { learn, notices, kept } = await learnKernel({ bindings: [broken, NEXT_PAGE] })
  expect(learn.bindings.getState()).toEqual([NEXT_PAGE])
  learn.bind({ ...NEXT_PAGE, number: 65 })
  expect([kept().length, kept()[0]]).toEqual([3, broken])
  expect(notices.map(({ code, values }) => [code, values?.count])).toEqual([['bindings_broken', 1]])
})

it('“Learn” opens the MIDI mappings page with the chosen command', async () => {
  const { commands, learn } = await learnKernel()
  expect(await commands.execute('midi-learn.learn', { command: 'test.next' })).toMatchObject({ ok: true })
  expect(learn.wanted.getState()).toBe('test.next')
  expect(await commands.execute('midi-learn.learn', { command: 'no.such' })).toMatchObject({ ok: false })
  const choices = await commands.choicesFor('midi-learn.learn', 'command')
  expect(choices).toContainEqual({ value: 'test.tempo', label: 'Set the tempo' })
})

it('undo does not overwrite a newer mapping and posts a notice instead', async () => {
  const { commands, learn, notices } = await learnKernel({ bindings: [NEXT_PAGE, PAD, FADER] })
  const ids = () => learn.bindings.getState().map(({ number, command }) => `${number} ${command}`)
  const undo = () => notices.at(-1)?.action?.run()
  await commands.execute('midi-learn.remove', { control: bindingKey(NEXT_PAGE) })
  // A newer mapping of the same command to another control does not block undo.
  learn.bind({ ...NEXT_PAGE, number: 65 })
  learn.bind({ ...NEXT_PAGE, port: undefined, command: 'test.loop' })
  undo()
  expect(ids()).toEqual(['36 test.next', '7 test.tempo', '65 test.next', '64 test.loop'])
  expect(notices.at(-1)).toMatchObject({
    code: 'control_bound_anew',
    message: '{{control}} has been remapped in the meantime and wasn’t changed.',
    texts: { control: { values: { number: 64 } } },
  })
  await commands.execute('midi-learn.remove-all')
  const undoAll = notices.at(-1)?.action
  learn.bind({ ...PAD, command: 'test.loop' })
  learn.bind({ ...NEXT_PAGE, number: 65, command: 'test.loop' })
  undoAll?.run()
  expect(ids()).toEqual(['36 test.loop', '65 test.loop', '7 test.tempo', '64 test.loop'])
  expect(notices.at(-1)).toMatchObject({ code: 'control_bound_anew', values: { count: 2 } })
})
