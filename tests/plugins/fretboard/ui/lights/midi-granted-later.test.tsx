// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import fretboard from '../../../../../src/plugins/fretboard/index.js'
import midiIo from '../../../../../src/plugins/midi-io/index.js'
import { openKernel } from '../../../../support/open-kernel.js'
import { renderScreen } from '../../../../support/render-screen.js'

it('a note lights on the neck that was open before the browser granted MIDI', async () => {
  const { kernel, midi, setPermission } = await openKernel({
    plugins: [midiIo, fretboard],
    midi: { permission: 'denied', inputs: [{ id: 'gk3', name: 'GK-3' }] },
    activate: ['midi-io', 'fretboard'],
    route: '/fretboard',
  })
  const page = renderScreen(kernel, 'fretboard', 'FretboardPage')
  await page.findByRole('group', { name: 'Guitar neck' })
  const lit = () =>
    [...page.container.querySelectorAll('[data-sounding]')].map(node =>
      node.getAttribute('data-neck-position'),
    )
  midi.play('gk3', [0x90, 64, 96])
  expect(midi.isListenedTo('gk3')).toBe(false)

  act(() => {
    midi.setPermission('granted')
    setPermission('granted')
  })
  await waitFor(() => expect(midi.isListenedTo('gk3')).toBe(true))
  midi.play('gk3', [0x90, 64, 96])
  await waitFor(() => expect(lit()).toEqual(['1:0', '2:5']))
  midi.play('gk3', [0x80, 64, 0])
  await waitFor(() => expect(lit()).toEqual([]))
})
