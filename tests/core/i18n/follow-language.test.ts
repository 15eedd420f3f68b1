import { expect, it } from 'vitest'
import { followLanguage, Translator } from '../../../src/core/i18n/translator.js'
import { memoryStorage, settle } from '../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { languageSettings } from '../../../src/core/settings/core-settings.js'
import { TenantService } from '../../../src/core/tenant/tenant-service.js'
import { settingsWith } from '../settings/settings-parts.js'

async function following(languages: string[], stored: Record<string, string> = {}) {
  const log = createLogger(() => undefined, 'core')
  const { settings } = settingsWith(stored)
  const parts = {
    platform: { languages },
    settings,
    tenant: new TenantService(memoryStorage(), log),
    translator: new Translator(log),
  }
  return { ...parts, stop: await followLanguage(parts) }
}

it("speaks the browser's language until one is chosen, then the chosen one", async () => {
  const { translator, settings } = await following(['de-CH', 'en'])
  expect(translator.language).toBe('de')
  settings.store(languageSettings).change({ language: 'en' })
  await settle()
  expect(translator.language).toBe('en')
  settings.store(languageSettings).change({ language: 'auto' })
  await settle()
  expect(translator.language).toBe('de')
})

it('speaks the chosen language from the start', async () => {
  const { translator } = await following(['en'], { acmeLanguage: '{"language":"de","version":"1"}' })
  expect(translator.language).toBe('de')
})

it("falls back to the browser's where the chosen language is no longer spoken", async () => {
  const { translator } = await following(['de'], { acmeLanguage: '{"language":"fr","version":"1"}' })
  expect(translator.language).toBe('de')
})

it('speaks what the tenant speaks, also when that becomes known later', async () => {
  const { translator, tenant } = await following(['de'])
  const card = { key: 'acme', name: 'Acme', accent: '#336699', languages: ['en'], providers: [] }
  await tenant.learn(() => Promise.resolve(card))
  await settle()
  expect(translator.language).toBe('en')
})

it('no longer follows once disposed', async () => {
  const { translator, settings, stop } = await following(['de'])
  stop.dispose()
  settings.store(languageSettings).change({ language: 'en' })
  await settle()
  expect(translator.language).toBe('de')
})
