import { createInstance, type i18n } from 'i18next'
import { inject, injectable } from '../platform/inject.js'
import { LOG, type Logger, type Platform } from '../platform/ports.js'
import { createStore, type Disposable, disposable, type ReadonlyStore } from '../platform/store.js'
import { createToken } from '../platform/token.js'
import { languageSettings } from '../settings/core-settings.js'
import type { Settings } from '../settings/settings.js'
import type { TenantService } from '../tenant/tenant-service.js'

export type LocaleLoader = () => Promise<{ default: Record<string, string> }>
type LocaleLoaders = Readonly<Record<string, LocaleLoader>>

interface Load {
  readonly loader: LocaleLoader
  readonly added: Promise<boolean>
}

interface Spoken {
  readonly language: string
  readonly locale: string
}

/** Translates the messages of all plugins to the user's language. Screens use `useText` instead. */
export const TRANSLATOR = createToken<Translator>('core.translator')

/** Translation keys are English sentences, so dots and colons are not separators. */
const AS_IT_IS = { keySeparator: false, ignoreJSONStructure: false } as const

@injectable()
export class Translator {
  readonly i18n: i18n = createInstance({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['core'],
    defaultNS: 'core',
    fallbackNS: 'core',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
    resources: {},
  })
  private readonly loaders = new Map<string, LocaleLoaders>()
  private readonly speaking = createStore<Spoken>({ language: 'en', locale: 'en' })
  readonly spoken: ReadonlyStore<Spoken> = this.speaking
  private readonly loads = new Map<string, Load>()
  private wanted = 'en'
  private preferred: readonly string[] = []

  constructor(@inject(LOG) private readonly log: Logger) {
    void this.i18n.init()
    this.i18n.on('languageChanged', () => {
      this.speaking.setState({ language: this.language, locale: this.locale }, true)
    })
  }

  get language(): string {
    return this.i18n.language
  }

  /** Language with the user's region: `en-GB`. */
  get locale(): string {
    return this.preferred.find(each => each.split('-')[0] === this.language) ?? this.language
  }

  /**
   * @param preferred languages in order of preference
   * @param supported the tenant's languages; English is always supported
   */
  async init(preferred: readonly string[], supported: readonly string[] = ['en', 'de']): Promise<void> {
    this.preferred = preferred
    const known = ['en', ...supported]
    const best = preferred
      .map(
        language =>
          known.find(each => each === language) ?? known.find(each => each === language.split('-')[0]),
      )
      .find(language => language !== undefined)
    await this.setLanguage(best ?? 'en')
  }

  async setLanguage(language: string): Promise<void> {
    this.wanted = language
    await Promise.all([...this.loaders.keys()].map(namespace => this.load(namespace, language)))
    if (this.wanted === language) await this.i18n.changeLanguage(language)
  }

  addLocales(namespace: string, loaders: LocaleLoaders): Disposable {
    this.loaders.set(namespace, loaders)
    const language = this.wanted
    void this.load(namespace, language).then(added => {
      if (added && language === this.language) return this.i18n.changeLanguage(language)
    })
    return disposable(() => this.loaders.delete(namespace))
  }

  t(namespace: string, sentence: string, values?: Readonly<Record<string, string | number>>): string {
    if (values) return this.i18n.t(sentence, { ...values, ns: namespace })
    return this.words(namespace, sentence) ?? this.words('core', sentence) ?? sentence
  }

  /** Bypasses `i18n.t`, which is too slow for hundreds of messages per screen. */
  private words(namespace: string, sentence: string): string | undefined {
    for (const language of [this.language, 'en']) {
      const words: unknown = this.i18n.getResource(language, namespace, sentence, AS_IT_IS)
      if (typeof words === 'string') return words
    }
    return undefined
  }

  private load(namespace: string, language: string): Promise<boolean> {
    const loader = this.loaders.get(namespace)?.[language]
    if (!loader) return Promise.resolve(false)
    const name = `${namespace} ${language}`
    const known = this.loads.get(name)
    // A different version of the plugin may have different translations.
    if (known?.loader === loader) return known.added
    const added = this.fetch(namespace, language, loader).then(done => {
      if (!done && this.loads.get(name)?.loader === loader) this.loads.delete(name)
      return done
    })
    this.loads.set(name, { loader, added })
    return added
  }

  private async fetch(namespace: string, language: string, loader: LocaleLoader): Promise<boolean> {
    try {
      const { default: words } = await loader()
      const isLatest = this.loads.get(`${namespace} ${language}`)?.loader === loader
      if (isLatest) this.i18n.addResourceBundle(language, namespace, words)
      return isLatest
    } catch (error) {
      this.log.warn(`Couldn’t load the ${language} translations of ${namespace}`, error)
      return false
    }
  }
}

interface LanguageParts {
  readonly platform: Pick<Platform, 'languages'>
  readonly settings: Settings
  readonly tenant: TenantService
  readonly translator: Translator
}

export async function followLanguage(parts: LanguageParts): Promise<Disposable> {
  const { platform, settings, tenant, translator } = parts
  const choice = settings.store(languageSettings)
  const speak = () => {
    const { language } = choice.getState()
    const preferred = language === 'auto' ? platform.languages : [language, ...platform.languages]
    return translator.init(preferred, tenant.current.languages)
  }
  const following = disposable(choice.subscribe(speak), tenant.store.subscribe(speak))
  await speak()
  return following
}
