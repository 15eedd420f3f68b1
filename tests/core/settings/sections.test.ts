import { describe, expect, it } from 'vitest'
import { languageSettings } from '../../../src/core/settings/core-settings.js'
import { settingsWith } from './settings-parts.js'

describe('the language', () => {
  it.each(['auto', 'de', 'pt-BR'])('may be %s', language => {
    const { settings } = settingsWith()
    settings.store(languageSettings).change({ language })
    expect(settings.store(languageSettings).getState()).toEqual({ language })
  })

  it.each(['', 'German', '../de', 'de-de'])('may not be "%s"', language => {
    const { settings } = settingsWith()
    expect(() => settings.store(languageSettings).change({ language })).toThrow('"language"')
  })
})
