// Types for the parts of @npmcli/config that are used here. The package has none.
declare module '@npmcli/config' {
  export default class Config {
    constructor(options: Readonly<Record<string, unknown>>)
    load(): Promise<void>
    readonly flat: object
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const npm: Readonly<Record<'definitions' | 'flatten' | 'shorthands', unknown>>
  export default npm
}
