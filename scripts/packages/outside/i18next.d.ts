// Of i18next, which is compiled into the package: what the translator shows of it.
export interface i18n {
  readonly language: string
  t(key: string, values?: Readonly<Record<string, unknown>>): string
}
