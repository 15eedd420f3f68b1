// The app does not check its own plugins; those from elsewhere are never taken without a check.
import { expect, it } from 'vitest'
import { checkManifests } from '../../../../src/core/kernel/manifest/manifest-check.js'
import { createTestKernel, expectNoLeaks } from '../../../../src/core/testing/test-kernel.js'
import { makePlugin } from '../make-plugin.js'

const wrong = { ...makePlugin('wrong'), origin: 'https://plugins.example', runsIn: [] }

it('a plugin from elsewhere is refused until there is a check, and then checked', async () => {
  const kernel = await createTestKernel({ plugins: [makePlugin('own')], check: undefined })
  expect(() => kernel.host.add(wrong)).toThrow(expect.objectContaining({ code: 'check_missing' }))
  expect(kernel.host.state('wrong')).toBeUndefined()
  kernel.host.checkWith(checkManifests)
  expect(kernel.host.add(wrong)).toMatchObject({ status: 'failed', code: 'manifest_invalid' })
  expect(kernel.host.state('own')).toMatchObject({ status: 'active' })
  await kernel.host.remove('wrong')
  expect(kernel.host.report.problems).toEqual([])
  expectNoLeaks(kernel)
})
