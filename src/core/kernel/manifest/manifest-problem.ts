/** What can be wrong with manifests, before anything runs. */
export interface ManifestProblem {
  /** The plugin that cannot run because of it; `neck#2` is the second one that calls itself `neck`. */
  readonly plugin: string
  readonly code:
    | 'manifest_invalid'
    | 'plugin_twice'
    | 'engine_mismatch'
    | 'token_twice'
    | 'token_missing'
    | 'cycle'
    | 'command_twice'
    | 'route_twice'
    | 'settings_twice'
  readonly message: string
}

/** Notes a problem of a plugin. */
export type AddProblem = (plugin: string, code: ManifestProblem['code'], message: string) => void

/** A clash of keys stops nobody: the plugin that came first keeps the key. */
export interface KeyClash {
  readonly key: string
  readonly kept: string
  readonly lost: string
}
