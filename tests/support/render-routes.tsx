/** Renders all screens of a plugin at their paths. Any other path shows “Elsewhere”. */
import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { KernelProvider } from '../../src/core/react/kernel-context.js'
import { PluginScreen } from '../../src/core/react/plugin-screen.js'

export function renderRoutes(kernel: Kernel, { id, contributes }: PluginManifest, address: string) {
  const routes = (contributes?.routes ?? []).map(({ path, screen }) => ({
    path,
    element: <PluginScreen key={path} plugin={id} screen={screen} />,
  }))
  const router = createMemoryRouter([...routes, { path: '*', element: <p>Elsewhere</p> }], {
    initialEntries: [address],
  })
  const view = render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel}>
        <RouterProvider router={router} />
      </KernelProvider>
    </MantineProvider>,
  )
  return { ...view, router }
}
