import { describe, expect, it } from 'vitest'
import { languageSettings, layoutSettings } from '../../../src/core/settings/core-settings.js'
import { settingsWith } from './settings-parts.js'

describe('the layout', () => {
  it('begins with both drawers open and nothing folded, dark mode off and the scheme of the system', () => {
    const { settings, storedNow } = settingsWith()
    const layout = settings.store(layoutSettings)
    expect(layout.getState()).toEqual({
      leftDrawerOpen: true,
      rightDrawerOpen: true,
      darkMode: false,
      colorScheme: 'auto',
      foldedDrawers: [],
    })
    layout.change({ leftDrawerOpen: false })
    expect(storedNow('acmeLayout')).toMatchObject({ leftDrawerOpen: false, rightDrawerOpen: true })
  })
})

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
