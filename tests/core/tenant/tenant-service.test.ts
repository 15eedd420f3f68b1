import { expect, it } from 'vitest'
import { type TenantCard } from '../../../src/core/contract/tenant.js'
import { memoryPlatform, memoryStorage, settle } from '../../../src/core/platform/memory-platform.js'
import { createLogger, type LogEntry, type StoragePort } from '../../../src/core/platform/ports.js'
import { layoutSettings } from '../../../src/core/settings/core-settings.js'
import { TenantService } from '../../../src/core/tenant/tenant-service.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { later } from '../../support/later.js'

const ACME: TenantCard = {
  ...{ key: 'acme', name: 'Acme Guitars', accent: '#336699', languages: ['en'], providers: [] },
}

function tenantOn(storage: StoragePort) {
  const logged: LogEntry[] = []
  return {
    tenant: new TenantService(
      storage,
      createLogger(entry => void logged.push(entry), 'core'),
    ),
    logged,
  }
}

function pending() {
  const { promise, answer } = later<TenantCard>()
  return { fetchCard: () => promise, answer }
}

it('the default tenant is Fretwork, in English and German', () => {
  const { tenant } = tenantOn(memoryStorage())
  expect(tenant.current).toEqual({
    ...{ key: 'fretwork', name: 'Fretwork', accent: '#e8a13a', languages: ['en', 'de'], providers: [] },
  })
  expect(tenant.storageKey('Layout')).toBe('fretworkLayout')
})

it('the first startup waits for the server and stores the tenant card', async () => {
  const storage = memoryStorage()
  const { tenant } = tenantOn(storage)
  const { fetchCard, answer } = pending()
  let learnt = false
  const learning = tenant.learn(fetchCard).then(() => (learnt = true))
  await settle()
  expect(learnt).toBe(false)
  answer(ACME)
  await learning
  expect(tenant.current).toEqual(ACME)
  expect(tenant.storageKey('Midi')).toBe('acmeMidi')
  expect(JSON.parse(storage.get('fretwork.tenant') ?? '')).toEqual(ACME)
})

it('the stored tenant card is used immediately, and a new name and color are applied later', async () => {
  const storage = memoryStorage({ 'fretwork.tenant': JSON.stringify(ACME) })
  const { tenant } = tenantOn(storage)
  const { fetchCard, answer } = pending()
  const watched: string[] = []
  tenant.store.subscribe(card => watched.push(card.name))
  await tenant.learn(fetchCard)
  expect(tenant.current.name).toBe('Acme Guitars')
  answer({ ...ACME, name: 'Acme Basses' })
  await settle()
  expect([tenant.current.name, watched]).toEqual(['Acme Basses', ['Acme Guitars', 'Acme Basses']])
})

it('a changed tenant key takes effect at the next start', async () => {
  const storage = memoryStorage({ 'fretwork.tenant': JSON.stringify(ACME) })
  const { tenant } = tenantOn(storage)
  await tenant.learn(() => Promise.resolve({ ...ACME, key: 'other' }))
  await settle()
  expect(tenant.current.key).toBe('acme')

  const { tenant: next } = tenantOn(storage)
  await next.learn(pending().fetchCard)
  expect(next.current.key).toBe('other')
})

it.each([
  ['Fretwork if the server is unreachable on the first visit', undefined, 'fretwork'],
  ['the stored card if the server is unreachable later', JSON.stringify(ACME), 'acme'],
])('the tenant service uses %s', async (_how, card, key) => {
  const storage = memoryStorage(card === undefined ? {} : { 'fretwork.tenant': card })
  const { tenant, logged } = tenantOn(storage)
  await tenant.learn(() => Promise.reject(new Error('connection refused')))
  await settle()
  expect(tenant.current.key).toBe(key)
  expect(logged).toMatchObject([{ level: 'warn' }])
  expect(storage.get('fretwork.tenant')).toBe(card)
})

it.each([
  ['damaged JSON', '{"key": '],
  ['the wrong type', '[]'],
  ['an impossible key', JSON.stringify({ ...ACME, key: '../etc' })],
  ['an invalid color', JSON.stringify({ ...ACME, accent: 'red;background:url(x)' })],
])('a stored tenant card with %s is replaced by the server’s card', async (_what, text) => {
  const storage = memoryStorage({ 'fretwork.tenant': text })
  const { tenant } = tenantOn(storage)
  await tenant.learn(() => Promise.resolve(ACME))
  expect(tenant.current).toEqual(ACME)
  expect(JSON.parse(storage.get('fretwork.tenant') ?? '')).toEqual(ACME)
})

it('the tenant service works without browser storage', async () => {
  const full: StoragePort = {
    ...memoryStorage(),
    set: () => {
      throw new Error('QuotaExceededError')
    },
  }
  const { tenant, logged } = tenantOn(full)
  await tenant.learn(() => Promise.resolve(ACME))
  expect(tenant.current).toEqual(ACME)
  expect(logged).toMatchObject([{ level: 'warn', details: ['QuotaExceededError'] }])
})

it('the layout updates if the tenant loads after the kernel was built', async () => {
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
