/** Opens the Plugins page in a test kernel, within a router as the application has one. */
import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import { PluginScreen } from '../../../src/core/react/plugin-screen.js'
import workshop from '../../../src/plugins/workshop/index.js'
import { openKernel } from '../../support/open-kernel.js'

interface Opening {
  readonly plugins?: readonly PluginManifest[]
  readonly languages?: readonly string[]
  /** What the browser has kept from before. */
  readonly stored?: Record<string, string>
  /** Of the address, with its query. */
  readonly path?: string
}

export async function openPluginsPage({
  plugins = [],
  languages = ['en'],
  stored,
  path = '/',
}: Opening = {}) {
  const { kernel, clock, notices } = await openKernel({ plugins: [...plugins, workshop], languages, stored })
  // Its code is many files, which a busy machine takes its time for.
  await kernel.host.loadScreen('workshop', 'PluginsPage')
  const router = createMemoryRouter(
    [{ path: '*', element: <PluginScreen plugin="workshop" screen="PluginsPage" /> }],
    { initialEntries: [path] },
  )
  const rendered = render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel}>
        <RouterProvider router={router} />
      </KernelProvider>
    </MantineProvider>,
  )
  return { ...rendered, kernel, clock, notices, user: userEvent.setup() }
}
