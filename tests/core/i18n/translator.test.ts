import { expect, it } from 'vitest'
import { followLanguage, type LocaleLoader, Translator } from '../../../src/core/i18n/translator.js'
import { memoryStorage, settle } from '../../../src/core/platform/memory-platform.js'
import { createLogger, type LogEntry } from '../../../src/core/platform/ports.js'
import { languageSettings } from '../../../src/core/settings/core-settings.js'
import { TenantService } from '../../../src/core/tenant/tenant-service.js'
import { later } from '../../support/later.js'
import { settingsWith } from '../settings/settings-parts.js'

function translatorWithLog() {
  const logged: LogEntry[] = []
  return { translator: new Translator(createLogger(entry => void logged.push(entry), 'core')), logged }
}

const words = (entries: Record<string, string>): LocaleLoader => {
  return () => Promise.resolve({ default: entries })
}

function late(entries: Record<string, string>) {
  const { promise, answer } = later<{ default: Record<string, string> }>()
  return { load: () => promise, arrive: () => answer({ default: entries }) }
}

it.each([
  ['Panic: silence every output. Now.', {}, 'Panic: silence every output. Now.'],
  // Interpolated values are not escaped because React already escapes markup.
  ['Hello {{name}}', { name: '<b>Jo</b> & $t(x)' }, 'Hello <b>Jo</b> & $t(x)'],
])(
  'messages are in English, with values filled in, until a language has loaded: %s',
  (sentence, values, shown) => {
    expect(translatorWithLog().translator.t('core', sentence, values)).toBe(shown)
  },
)

it('messages switch to a new language once it has loaded', async () => {
  const { translator } = translatorWithLog()
  translator.addLocales('core', { de: words({ 'Log in': 'Anmelden' }) })
  expect(translator.t('core', 'Log in')).toBe('Log in')
  await translator.setLanguage('de')
  expect([translator.language, translator.t('core', 'Log in')]).toEqual(['de', 'Anmelden'])
  await translator.setLanguage('en')
  expect(translator.t('core', 'Log in')).toBe('Log in')
})

it('a plugin’s translation overrides the core translation', async () => {
  const { translator } = translatorWithLog()
  translator.addLocales('core', { de: words({ String: 'Zeichenkette', Close: 'Schließen' }) })
  translator.addLocales('fretboard', { de: words({ String: 'Saite' }) })
  await translator.setLanguage('de')
  expect(translator.t('fretboard', 'String')).toBe('Saite')
  expect(translator.t('fretboard', 'Close')).toBe('Schließen')
  expect(translator.t('core', 'String')).toBe('Zeichenkette')
  expect(translator.t('unknown', 'Close')).toBe('Schließen')
})

it('plural forms depend on the count, even in English', async () => {
  const { translator } = translatorWithLog()
  translator.addLocales('core', {
    en: words({ '{{count}} notes_one': '{{count}} note', '{{count}} notes_other': '{{count}} notes' }),
    de: words({ '{{count}} notes_one': '{{count}} Ton', '{{count}} notes_other': '{{count}} Töne' }),
  })
  await translator.setLanguage('en')
  expect(translator.t('core', '{{count}} notes', { count: 1 })).toBe('1 note')
  await translator.setLanguage('de')
  expect(translator.t('core', '{{count}} notes', { count: 1 })).toBe('1 Ton')
  expect(translator.t('core', '{{count}} notes', { count: 2 })).toBe('2 Töne')
})

it('adding a plugin later loads its translations and notifies subscribers', async () => {
  const { translator } = translatorWithLog()
  await translator.setLanguage('de')
  const heard: string[] = []
  translator.i18n.on('languageChanged', language => heard.push(language))
  translator.addLocales('sound', { de: words({ Play: 'Abspielen' }) })
  await settle()
  expect(heard).toEqual(['de'])
  expect(translator.t('sound', 'Play')).toBe('Abspielen')
})

it('translations are loaded once, even if a plugin is disabled and enabled again', async () => {
  const { translator } = translatorWithLog()
  let loads = 0
  const loaders = {
    de: () => {
      loads++
      return Promise.resolve({ default: { Play: 'Abspielen' } })
    },
  }
  translator.addLocales('sound', loaders).dispose()
  translator.addLocales('sound', loaders)
  await translator.setLanguage('de')
  await translator.setLanguage('en')
  await translator.setLanguage('de')
  expect(loads).toBe(1)
})

it('replacing a plugin also replaces its translations', async () => {
  const { translator } = translatorWithLog()
  await translator.setLanguage('de')
  const before = translator.addLocales('sound', { de: words({ Play: 'Spielen' }) })
  await settle()
  before.dispose()
  translator.addLocales('sound', { de: words({ Play: 'Abspielen', Pause: 'Pause machen' }) })
  await settle()
  expect(['Play', 'Pause'].map(sentence => translator.t('sound', sentence))).toEqual([
    'Abspielen',
    'Pause machen',
  ])
})

it('setting the language waits for translations that are still loading', async () => {
  const { translator } = translatorWithLog()
  const german = late({ Play: 'Abspielen' })
  await translator.setLanguage('de')
  translator.addLocales('sound', { de: german.load })
  let spoken = false
  const setting = translator.setLanguage('de').then(() => (spoken = true))
  await settle()
  expect(spoken).toBe(false)
  german.arrive()
  await setting
  expect(translator.t('sound', 'Play')).toBe('Abspielen')
})

it('a translation file that fails to load is logged and retried later, and messages stay in English', async () => {
  const { translator, logged } = translatorWithLog()
  let tries = 0
  translator.addLocales('core', {
    de: () =>
      ++tries === 1
        ? Promise.reject(new Error('offline'))
        : Promise.resolve({ default: { 'Log in': 'Anmelden' } }),
  })
  await translator.setLanguage('de')
  expect(translator.t('core', 'Log in')).toBe('Log in')
  expect(logged).toMatchObject([{ level: 'warn' }])
  await translator.setLanguage('de')
  expect(translator.t('core', 'Log in')).toBe('Anmelden')
})

it('the most recently set language wins', async () => {
  const { translator } = translatorWithLog()
  const german = late({})
  translator.addLocales('core', { de: german.load })
  const [first, second] = [translator.setLanguage('de'), translator.setLanguage('en')]
  await second
  german.arrive()
  await first
  expect(translator.language).toBe('en')
})

it.each([
  [['de-AT', 'en'], ['en', 'de'], 'de'],
  [['fr', 'de', 'en'], ['en', 'de'], 'de'],
  [['fr'], ['en', 'de'], 'en'],
  [['de'], ['en'], 'en'],
  [['en-GB', 'de'], ['de'], 'en'],
  [['pt-BR'], ['pt', 'pt-BR'], 'pt-BR'],
  [[], ['de'], 'en'],
])('the preferences %j with the available languages %j select %s', async (preferred, supported, best) => {
  const { translator } = translatorWithLog()
  await translator.init(preferred, supported)
  expect(translator.language).toBe(best)
})

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

it('the app uses the browser’s language until the user chooses one', async () => {
  const { translator, settings } = await following(['de-CH', 'en'])
  expect(translator.language).toBe('de')
  settings.store(languageSettings).change({ language: 'en' })
  await settle()
  expect(translator.language).toBe('en')
  settings.store(languageSettings).change({ language: 'auto' })
  await settle()
  expect(translator.language).toBe('de')
})

it('the app uses the tenant’s languages, even if they are loaded later', async () => {
  const { translator, tenant } = await following(['de'])
  const card = { key: 'acme', name: 'Acme', accent: '#336699', languages: ['en'], providers: [] }
  await tenant.learn(() => Promise.resolve(card))
  await settle()
  expect(translator.language).toBe('en')
})

it('a disposed language follower ignores language changes', async () => {
  const { translator, settings, stop } = await following(['de'])
  stop.dispose()
  settings.store(languageSettings).change({ language: 'en' })
  await settle()
  expect(translator.language).toBe('de')
})
