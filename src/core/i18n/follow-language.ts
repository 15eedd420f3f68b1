/** The language that is spoken: the user's choice, else the best of the user's own that the tenant speaks. */
import { type Disposable, disposable } from '../platform/disposable.js'
import type { Platform } from '../platform/ports.js'
import { languageSettings } from '../settings/language.js'
import type { Settings } from '../settings/settings.js'
import type { TenantService } from '../tenant/tenant-service.js'
import type { Translator } from './translator.js'

export interface LanguageParts {
  readonly platform: Pick<Platform, 'languages'>
  readonly settings: Settings
  readonly tenant: TenantService
  readonly translator: Translator
}

/** Speaks the right language once it resolves, and follows the choice until disposed. */
export async function followLanguage({
  platform,
  settings,
  tenant,
  translator,
}: LanguageParts): Promise<Disposable> {
  const choice = settings.store(languageSettings)
  const speak = () => {
    const { language } = choice.getState()
    const preferred = language === 'auto' ? platform.languages : [language, ...platform.languages]
    return translator.init(preferred, tenant.current.languages)
  }
  const stops = [choice.subscribe(speak), tenant.store.subscribe(speak)]
  await speak()
  return disposable(() => {
    for (const stop of stops) stop()
  })
}
