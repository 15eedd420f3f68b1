/** The SDK's face for tests of screens (`@fretwork/sdk/testing/react`). It needs the package `@testing-library/react`. */
import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { Kernel } from '../kernel/host/kernel.js'
import { KernelProvider, type ScreenFrames } from '../react/kernel-context.js'
import { PluginScreen } from '../react/plugin-screen.js'

/**
 * Renders one screen of a plugin in a kernel, as the application would; activates the plugin.
 *
 * @param plugin its id
 * @param screen the screen's name in the plugin's runtime
 * @param frames shown while it loads and if it fails; plain text by default
 * @example
 * const kernel = await createTestKernel({ plugins: [manifest] })
 * renderScreen(kernel, manifest.id, 'DrillPage')
 */
export function renderScreen(
  kernel: Kernel,
  plugin: string,
  screen: string,
  frames?: ScreenFrames,
): RenderResult {
  return render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel} frames={frames}>
        <MemoryRouter>
          <PluginScreen plugin={plugin} screen={screen} />
        </MemoryRouter>
      </KernelProvider>
    </MantineProvider>,
  )
}
