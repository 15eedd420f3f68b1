// i18next types that the translator exposes; i18next itself is bundled with the package.
export interface i18n {
  readonly language: string
  t(key: string, values?: Readonly<Record<string, unknown>>): string
}
