// Renders a component in a kernel without plugins, in the given language.
import { MantineProvider } from '@mantine/core'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'
import type { TestKernel } from '../../../src/core/testing/test-kernel.js'
import { kernelWith } from '../kernel/make-plugin.js'

export async function show(piece: ReactNode, language = 'en') {
  return showIn(await kernelWith([], { platform: memoryPlatform({ languages: [language] }) }), piece)
}

export async function showIn(kernel: TestKernel, piece: ReactNode) {
  onTestFinished(() => kernel.dispose())
  await act(
    async () =>
      void render(
        <MantineProvider env="test">
          <KernelProvider kernel={kernel}>{piece}</KernelProvider>
        </MantineProvider>,
      ),
  )
  return userEvent.setup()
}
