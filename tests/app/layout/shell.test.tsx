// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Shell } from '../../../src/app/layout/shell.js'
import { createTestKernel } from '../../../src/core/kernel/test-kernel.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../../src/core/react/kernel-context.js'

async function shown(left: boolean, right: boolean) {
  const platform = memoryPlatform()
  const kernel = await createTestKernel({ plugins: [], platform })
  render(
    <KernelProvider kernel={kernel}>
      <Shell left={left} right={right}>
        <main>neck</main>
      </Shell>
    </KernelProvider>,
  )
  const marks = () => ({ ...screen.getByText('neck').parentElement?.dataset })
  const wait = (ms: number) => act(() => platform.clock.advance(ms))
  return { marks, wait }
}

describe('the frame around every screen', () => {
  it('marks the sides that stand beside the page, for its style sheet', async () => {
    const { marks, wait } = await shown(true, false)
    await wait(200)
    expect(marks()).toEqual({ left: 'true' })
  })

  it('puts everything at its place at once when it comes up, and lets it glide afterwards', async () => {
    const { marks, wait } = await shown(false, true)
    expect(marks()).toEqual({ right: 'true', resizing: 'true' })
    await wait(200)
    expect(marks()).toEqual({ right: 'true' })
  })

  it('does the same until the window has kept its size for a moment', async () => {
    const { marks, wait } = await shown(false, false)
    await wait(200)
    act(() => void window.dispatchEvent(new Event('resize')))
    await wait(150)
    act(() => void window.dispatchEvent(new Event('resize')))
    await wait(150)
    expect(marks()).toEqual({ resizing: 'true' })
    await wait(50)
    expect(marks()).toEqual({})
  })
})
