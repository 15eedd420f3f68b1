// accounts 10: the cookie that the application writes stays within what every browser keeps (RFC 6265, 6.1: 4096 bytes).
// Shown to fail where the token carries a thousand characters of description as well.
import { expect, it } from 'vitest'
import { DOWNLOAD_HTML, featureOfLevel, PLAN_LEVELS } from '../../../src/core/api/claims.js'
import { TokenStore } from '../../../src/core/auth/token-refresh.js'
import { createLogger } from '../../../src/core/platform/logger.js'
import { memoryCookies } from '../../../src/core/platform/memory-platform.js'
import { serverForFile } from '../support/test-app.js'

const { server } = await serverForFile()

it('is at most 4096 bytes, with the longest names and more features than anyone has', async () => {
  // 64 characters before the sign, and parts of at most 63 behind it: 252 in all.
  const email = `${'a'.repeat(64)}@${`${'b'.repeat(59)}.`.repeat(3)}example`
  const addOns = Array.from({ length: 20 }, (_, number) => `AddOn.${number}.`.padEnd(40, 'x'))
  await server.addUser(email, {
    // Three bytes each.
    name: '弦'.repeat(100),
    roles: ['Admin'],
    features: [...PLAN_LEVELS.map(featureOfLevel), DOWNLOAD_HTML, ...addOns],
  })
  const tenant = 't'.repeat(32)
  const cookies = memoryCookies()
  const log = createLogger(() => undefined, 'core')
  new TokenStore(cookies, () => tenant, log).write(await server.logIn(email))
  const attributes = '; Path=/; Max-Age=31536000; Secure; SameSite=Strict'
  const cookie = `${tenant}=${encodeURIComponent(cookies.get(tenant) ?? '')}${attributes}`
  expect(Buffer.byteLength(cookie)).toBeGreaterThan(2000)
  expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096)
})
