import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../support/render-screen.js'
import { fretboardKernel } from '../../fakes.js'

const LONG = 1500

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 390, 300))
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(LONG)
  return () => vi.restoreAllMocks()
})

/** A neck of 24 frets on a phone, which scrolls. */
async function phone(stored: object = {}) {
  const { kernel } = await fretboardKernel({
    fretworkFretboard: JSON.stringify({ version: '1', fretMax: 24, orientation: 'horizontal', ...stored }),
  })
  renderScreen(kernel, 'fretboard', 'FretboardPage')
  const neck = await screen.findByRole('group', { name: 'Guitar neck' })
  return { kernel, scroller: neck.parentElement?.parentElement as HTMLElement }
}

it('begins where the nut is, also on the right and after it has changed sides', async () => {
  const { kernel, scroller } = await phone({ leftHanded: true, nutRight: true })
  expect(scroller.scrollLeft).toBe(LONG)
  await act(() => kernel.commands.execute('fretboard.toggle-left-handed'))
  expect(scroller.scrollLeft).toBe(0)
  await act(() => kernel.commands.execute('fretboard.toggle-left-handed'))
  expect(scroller.scrollLeft).toBe(LONG)
})
