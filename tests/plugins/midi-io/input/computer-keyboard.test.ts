import { expect, it } from 'vitest'
import type { Settings } from '../../../../src/core/settings/settings.js'
import { ComputerKeyboard } from '../../../../src/plugins/midi-io/input/computer-keyboard.js'
import { midiBytes } from '../../../support/midi-bytes.js'
import { makeInput } from '../support/make-input.js'

const settings = { store: () => ({ getState: () => ({ velocity: 0.5 }) }) } as unknown as Settings

function makeKeyboard() {
  const { input, heard } = makeInput()
  const keyboard = new ComputerKeyboard(input, settings)
  const played = () => heard.map(({ raw }) => raw.slice(0, 2))
  return {
    keys: keyboard.keys,
    toggle: () => keyboard.toggle(),
    dispose: () => keyboard.dispose(),
    ...{ enabled: keyboard.enabled, input, heard, played },
  }
}

it('the A key plays middle C, and releasing it ends the note', () => {
  const { keys, toggle, heard } = makeKeyboard()
  toggle()
  expect(keys.down('KeyA', false)).toBe(true)
  keys.up('KeyA')
  expect(heard).toMatchObject([
    { portId: 'keyboard', name: 'C4', on: true, raw: [0x90, 60, 64] },
    { portId: 'keyboard', name: 'C4', on: false },
  ])
})

it('releasing a key ends the note it started, even after an octave change', () => {
  const { keys, toggle, played } = makeKeyboard()
  toggle()
  keys.down('KeyA', false)
  keys.down('KeyX', false)
  keys.down('KeyS', false)
  keys.up('KeyA')
  expect(played()).toEqual(midiBytes('90 60, 90 74, 80 60'))
})

it.each([
  ['KeyZ', 12],
  ['KeyX', 108],
])('pressing %s repeatedly stops at the last available octave', (shift, note) => {
  const { keys, toggle, played } = makeKeyboard()
  toggle()
  for (let press = 0; press < 12; press++) keys.down(shift, false)
  keys.down('KeyA', false)
  expect(played()).toEqual([[0x90, note]])
})

it('a note played by two keys lasts until both are released', () => {
  const { keys, toggle, played } = makeKeyboard()
  toggle()
  keys.down('KeyK', false)
  keys.down('KeyX', false)
  keys.down('KeyA', false)
  keys.up('KeyK')
  expect(played()).toEqual(midiBytes('90 72, 90 72'))
  keys.up('KeyA')
  expect(played().at(-1)).toEqual([0x80, 72])
})

it.each(['toggle', 'lost', 'dispose'] as const)('held notes end on %s', how => {
  const { keys, input, toggle, dispose } = makeKeyboard()
  toggle()
  keys.down('KeyA', false)
  keys.down('KeyD', false)
  if (how === 'toggle') toggle()
  if (how === 'lost') keys.lost()
  if (how === 'dispose') dispose()
  expect(input.soundingNotes()).toBe(0)
})
