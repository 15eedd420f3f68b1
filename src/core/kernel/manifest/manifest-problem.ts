/** What the check of the manifests reports. */
export interface ManifestProblem {
  /** The plugin that cannot run because of it; `neck#2` is the second one with the id `neck`. */
  readonly plugin: string
  readonly code:
    | 'manifest_invalid'
    | 'plugin_twice'
    | 'engine_mismatch'
    | 'token_twice'
    | 'token_missing'
    | 'permission_undeclared'
    | 'cycle'
    | 'command_twice'
    | 'route_twice'
    | 'settings_twice'
  readonly message: string
}

export type AddProblem = (plugin: string, code: ManifestProblem['code'], message: string) => void

/** Plugins with clashing keys run: the one that was added first keeps the key. */
export interface KeyClash {
  readonly key: string
  readonly kept: string
  readonly lost: string
}
