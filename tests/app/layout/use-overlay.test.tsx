import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { FRAMES } from '../../../src/app/frames.js'
import { useOverlay } from '../../../src/app/layout/use-overlay.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { openKernel } from '../../support/open-kernel.js'

const Palette = () => null

async function overlay(load: () => Promise<{ default: typeof Palette }>, ahead = false) {
  const { kernel, clock, notices } = await openKernel()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <KernelProvider kernel={kernel} frames={FRAMES}>
      {children}
    </KernelProvider>
  )
  const { result } = renderHook(() => useOverlay(load, ahead), { wrapper })
  return { result, notices, clock }
}

it('an overlay is loaded when it opens and removed when it closes', async () => {
  const load = vi.fn(async () => ({ default: Palette }))
  const { result } = await overlay(load)
  expect(load).not.toHaveBeenCalled()
  act(() => result.current.toggle())
  await waitFor(() => expect(result.current.Overlay).toBe(Palette))
  act(() => result.current.close())
  expect(result.current.Overlay).toBeUndefined()
})

it('an overlay is prefetched after the screen’s own files, without being shown', async () => {
  const load = vi.fn(async () => ({ default: Palette }))
  const { result, clock } = await overlay(load, true)
  await clock.advance(1999)
  expect(load).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(load).toHaveBeenCalledOnce()
  expect(result.current.Overlay).toBeUndefined()
})

it('a failed overlay load is reported, and opening the overlay again retries it', async () => {
  const load = vi
    .fn(async () => ({ default: Palette }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { result, notices } = await overlay(load)
  await act(async () => result.current.toggle())
  expect(notices).toMatchObject([{ kind: 'error', message: expect.stringMatching(/reach the server/) }])
  expect(result.current.Overlay).toBeUndefined()
  act(() => result.current.show())
  await waitFor(() => expect(result.current.Overlay).toBe(Palette))
})
