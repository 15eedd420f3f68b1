import { MantineProvider } from '@mantine/core'
import * as library from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import type { Kernel } from '../kernel/tokens.js'
import { KernelProvider, type ScreenFrames } from '../react/kernel-context.js'
import { PluginScreen } from '../react/plugin-screen.js'

/**
 * Activates a plugin and renders one of its screens, as the application does.
 * @param frames components around the screen; default: plain text
 * @since 1.0.0
 * @example
 * const kernel = await createTestKernel({ plugins: [manifest] })
 * renderScreen(kernel, manifest.id, 'DrillPage')
 */
export function renderScreen(
  kernel: Kernel,
  plugin: string,
  screen: string,
  frames?: ScreenFrames,
): library.RenderResult {
  return library.render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel} frames={frames}>
        <MemoryRouter>
          <PluginScreen plugin={plugin} screen={screen} />
        </MemoryRouter>
      </KernelProvider>
    </MantineProvider>,
  )
}

/**
 * Fires events such as clicks and key presses on elements.
 * @since 1.2.0
 * @example fireEvent.click(renderScreen(kernel, manifest.id, 'DrillPage').getByRole('button'))
 */
export const fireEvent: typeof library.fireEvent = library.fireEvent

/** @example await waitFor(() => within(document.body).getByText('Ready')) */
export const waitFor: typeof library.waitFor = library.waitFor

/** @example within(renderScreen(kernel, manifest.id, 'DrillPage').container).getByText('Ready') */
export const within: typeof library.within = library.within

/**
 * Runs code that changes state outside of an event, and flushes React updates.
 * @example await act(async () => kernel.commands.execute('drill.count', { beats: 4, tempo: 60 }))
 */
export const act: typeof library.act = library.act

/**
 * Unmounts all rendered screens, for test runners without a global `afterEach`.
 * @example cleanup()
 */
export const cleanup: typeof library.cleanup = library.cleanup
