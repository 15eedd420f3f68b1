import { expect, it } from 'vitest'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { layoutSettings } from '../../../src/core/settings/core-settings.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'

it('finds the layout of a tenant that becomes known after the kernel was built', async () => {
  const platform = memoryPlatform({ stored: { acmeLayout: '{"leftDrawerOpen":false,"version":"1"}' } })
  const kernel = await createTestKernel({ platform, plugins: [] })
  const layout = kernel.settings.store(layoutSettings)
  expect(layout.getState().leftDrawerOpen).toBe(true)
  kernel.tenant.use('acme')
  expect(layout.getState().leftDrawerOpen).toBe(false)
  layout.change({ rightDrawerOpen: false })
  expect(platform.storage.get('fretworkLayout')).toBeUndefined()
  kernel.dispose()
})
