/** Renders one screen of a plugin in a test kernel, as the application would. */
import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import type { Kernel } from '../../src/core/kernel/kernel.js'
import { KernelProvider, type ScreenFrames } from '../../src/core/react/kernel-context.js'
import { PluginScreen } from '../../src/core/react/plugin-screen.js'

export function renderScreen(
  kernel: Kernel,
  plugin: string,
  screen: string,
  frames?: ScreenFrames,
): RenderResult {
  return render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel} frames={frames}>
        <PluginScreen plugin={plugin} screen={screen} />
      </KernelProvider>
    </MantineProvider>,
  )
}
