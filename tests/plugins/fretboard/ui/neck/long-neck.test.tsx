import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../../support/render-screen.js'
import { fretboardKernel, keptSettings } from '../../fakes.js'

const LONG = 1500

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 390, 300))
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(LONG)
  return () => vi.restoreAllMocks()
})

it('a neck wider than the screen is scrolled to the nut, even after the nut changes sides', async () => {
  const { kernel, run } = await fretboardKernel(
    keptSettings({ fretMax: 24, orientation: 'horizontal', leftHanded: true, nutRight: true }),
  )
  renderScreen(kernel, 'fretboard', 'FretboardPage')
  const neck = await screen.findByRole('group', { name: 'Guitar neck' })
  const scroller = neck.parentElement?.parentElement as HTMLElement
  expect(scroller.scrollLeft).toBe(LONG)
  await act(() => run('toggle-left-handed'))
  expect(scroller.scrollLeft).toBe(0)
  await act(() => run('toggle-left-handed'))
  expect(scroller.scrollLeft).toBe(LONG)
})
