import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { PageTabs } from '../../../src/core/react/page-tabs.js'
import { kernelWith, makePlugin } from '../kernel/make-plugin.js'

const page = (title: string, order: number, more: object = {}) =>
  makePlugin(title.toLowerCase(), {
    contributes: {
      navigation: [{ path: `/${title.toLowerCase()}`, title, group: 'Account', order, ...more }],
    },
  })

it('the tabs of a group of pages are the pages of all plugins in that group, in their order, without what is unlisted or hidden now', async () => {
  const kernel = await kernelWith([
    page('Pedals', 2),
    page('Profile', 1),
    page('Songs', 3, { group: 'Music' }),
    page('Plugins', 4, { unlisted: true }),
    page('Users', 5, { when: 'admin' }),
  ])
  render(
    <KernelProvider kernel={kernel}>
      <MemoryRouter initialEntries={['/pedals']}>
        <PageTabs group="Account" />
      </MemoryRouter>
    </KernelProvider>,
  )
  const tabs = within(screen.getByRole('navigation', { name: 'Account' })).getAllByRole('link')
  expect(tabs.map(tab => tab.textContent)).toEqual(['Profile', 'Pedals'])
  expect(tabs.map(tab => tab.getAttribute('aria-current'))).toEqual([null, 'page'])
})
