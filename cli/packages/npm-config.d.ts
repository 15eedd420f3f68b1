// @npmcli/config brings no types: what is used of it.
declare module '@npmcli/config' {
  export default class Config {
    constructor(options: Readonly<Record<string, unknown>>)
    load(): Promise<void>
    /** As pacote and npm-registry-fetch take them. */
    readonly flat: object
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  /** The options of npm, their short forms, and what makes `flat` of them. */
  const npm: Readonly<Record<'definitions' | 'flatten' | 'shorthands', unknown>>
  export default npm
}
