import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SideDrawers } from '../../../src/app/layout/sheets.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { kernelWith } from '../../core/kernel/make-plugin.js'

it('brings a drawer into sight that someone asks for, each time again', async () => {
  const kernel = await kernelWith([])
  const seen: string[] = []
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView')
  scrolling.mockImplementation(function (this: Element) {
    seen.push(this.id)
  })
  const side = 'right' as const
  const drawers = ['devices', 'settings'].map(id => ({
    ...{ id, plugin: 'midi-io', side, on: '/fretboard', title: id, screen: id },
  }))
  const page = (shown?: { drawer: string }) => (
    <MantineProvider>
      <KernelProvider kernel={kernel}>
        <SideDrawers drawers={drawers} shown={shown} />
      </KernelProvider>
    </MantineProvider>
  )
  const { rerender } = render(page())
  expect(seen).toEqual([])
  rerender(page({ drawer: 'settings' }))
  rerender(page({ drawer: 'settings' }))
  expect(seen).toEqual(['drawer-settings', 'drawer-settings'])
  scrolling.mockRestore()
})
