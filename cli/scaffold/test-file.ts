/** The test of a new plugin: its command, its screen, and that nothing stays behind. */
import type { ScaffoldNames } from './names.js'
import type { Position } from './place.js'

/** @param source path of the plugin's sources, seen from the test; likewise `core` for tests inside the repository */
export function testFile({ id, title }: ScaffoldNames, place: Position, source: string): string {
  const inRepo = place.kind === 'in-repo'
  const testing = inRepo ? '../../../src/core/testing/index.js' : '@fretwork/sdk/testing'
  const screens = inRepo ? '../../../src/core/testing/react.js' : '@fretwork/sdk/testing/react'
  const sdk = [
    `import { createTestKernel, expectNoLeaks } from '${testing}'`,
    `import { renderScreen } from '${screens}'`,
  ]
  const vitest = "import { describe, expect, it } from 'vitest'"
  return `// @vitest-environment happy-dom
${(inRepo ? [vitest, ...sdk] : [...sdk, vitest]).join('\n')}
import plugin from '${source}/index.js'
import { TAPPER } from '${source}/tokens.js'

const HALF_SECOND_MS = 500

async function startKernel() {
  const kernel = await createTestKernel({ plugins: [plugin] })
  kernel.commands.setContext('loggedIn', true)
  return kernel
}

describe('${title}', () => {
  it('tells the tempo from two taps, and leaves nothing behind', async () => {
    const kernel = await startKernel()
    await kernel.commands.execute('${id}.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBeUndefined()
    await kernel.platform.clock.advance(HALF_SECOND_MS)
    await kernel.commands.execute('${id}.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBe(120)
    expectNoLeaks(kernel)
  })

  it('begins anew after a pause', async () => {
    const kernel = await startKernel()
    await kernel.commands.execute('${id}.tap')
    await kernel.platform.clock.advance(10 * HALF_SECOND_MS)
    await kernel.commands.execute('${id}.tap')
    expect(kernel.get(TAPPER).tempo.getState()).toBeUndefined()
  })

  it('shows the tempo on its screen', async () => {
    const kernel = await startKernel()
    const page = renderScreen(kernel, '${id}', 'TapperPage')
    const button = await page.findByRole('button', { name: 'Tap the tempo' })
    await kernel.commands.execute('${id}.tap')
    await kernel.platform.clock.advance(HALF_SECOND_MS)
    button.click()
    expect(await page.findByText('120 beats per minute')).toBeDefined()
    page.unmount()
  })
})
`
}
