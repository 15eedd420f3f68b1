import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { KernelProvider, type ScreenFrames } from '../../src/core/react/kernel-context.js'
import { PluginScreen } from '../../src/core/react/plugin-screen.js'

/**
 * Activates a plugin and renders one of its screens, as the application does.
 * @param frames components around the screen; default: plain text
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
