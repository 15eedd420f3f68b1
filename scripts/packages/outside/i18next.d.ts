// Types of i18next that the translator exposes; i18next itself is compiled into the package.
export interface i18n {
  readonly language: string
  t(key: string, values?: Readonly<Record<string, unknown>>): string
}
