// Why a package of the allow-list is not let in: a stable code and one sentence for the plugins page and the log.

export type RefusalCode =
  | 'plugin_unreachable'
  | 'plugin_too_large'
  | 'plugin_hash_refused'
  | 'manifest_invalid'
  | 'plugin_twice'

export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
