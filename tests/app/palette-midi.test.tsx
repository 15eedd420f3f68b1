// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { usePaletteItems } from '../../src/app/palette/results/palette-items.js'
import { KernelProvider } from '../../src/core/react/kernel-context.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { openKernel } from '../support/open-kernel.js'

it.each([
  ['select output', 'ask midi-io.select-output {}'],
  ['filter log', 'ask midi-io.filter-log {}'],
  ['show device status', 'midi-io.show-devices'],
  ['Try again', 'midi-io.request-access'],
  ['MIDI access', 'midi-io.request-access'],
])('the palette answers "%s" with the command that a musician means', async (search, id) => {
  const { kernel } = await openKernel({ plugins: PLUGINS, route: '/fretboard' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <KernelProvider kernel={kernel}>{children}</KernelProvider>
  )
  const hook = renderHook(() => usePaletteItems(search), { wrapper })
  const ids = hook.result.current.rows.flatMap(row => (typeof row === 'string' ? [] : row.id))
  expect(ids[0]).toBe(id)
})
