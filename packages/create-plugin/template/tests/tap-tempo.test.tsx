// @vitest-environment happy-dom
import { createTestKernel, expectNoLeaks } from '@fretwork/sdk/testing'
import { renderScreen } from '@fretwork/sdk/testing/react'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.js'
import { TAPPER } from '../src/tokens.js'

const HALF_SECOND_MS = 500

async function startKernel() {
  const kernel = await createTestKernel({ plugins: [plugin] })
  kernel.commands.setContext('loggedIn', true)
  return kernel
}

describe('Tap tempo', () => {
  it('the tempo is measured from two taps, without leaked registrations', async () => {
    const kernel = await startKernel()
    await kernel.commands.execute('tap-tempo.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBeUndefined()
    await kernel.platform.clock.advance(HALF_SECOND_MS)
    await kernel.commands.execute('tap-tempo.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBe(120)
    expectNoLeaks(kernel)
  })

  it('measuring starts over after a pause', async () => {
    const kernel = await startKernel()
    await kernel.commands.execute('tap-tempo.tap')
    await kernel.platform.clock.advance(10 * HALF_SECOND_MS)
    await kernel.commands.execute('tap-tempo.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBeUndefined()
  })

  it('the screen shows the tempo', async () => {
    const kernel = await startKernel()
    const page = renderScreen(kernel, 'tap-tempo', 'TapperPage')
    const button = await page.findByRole('button', { name: 'Tap the tempo' })
    await kernel.commands.execute('tap-tempo.tap')
    await kernel.platform.clock.advance(HALF_SECOND_MS)
    button.click()
    expect(await page.findByText('120 beats per minute')).toBeDefined()
    page.unmount()
  })
})
