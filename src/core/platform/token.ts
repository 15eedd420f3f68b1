export interface Token<T> {
  /** `<plugin>.<service>`, such as `midi-io.input`. */
  readonly id: string
  /** Equal for tokens with the same ID, so that a copy in an external bundle refers to the same service. */
  readonly key: symbol
  /** Never set. Carries only the type. */
  readonly service?: T
}

/** Creates a typed token for a service that one plugin provides and others use. */
export function createToken<T>(id: string, guarded?: Guarded): Token<T> {
  guard(id, guarded)
  return { id, key: Symbol.for(id) }
}

export interface ExtensionPoint<T> {
  readonly id: string
  readonly item?: T
}

/**
 * Creates an extension point that other plugins can contribute to.
 * @param id `<plugin>.<things>`, such as `fretboard.layers`
 */
export function createExtensionPoint<T>(id: string, guarded?: Guarded): ExtensionPoint<T> {
  guard(id, guarded)
  return { id }
}

export const PERMISSION_IDS = [
  ...(['midi-in', 'midi-out', 'sound', 'songs', 'account', 'session', 'server', 'network'] as const),
  ...(['clipboard', 'files', 'keys', 'commands', 'plugins', 'storage', 'journal'] as const),
] as const

export type PermissionId = (typeof PERMISSION_IDS)[number]

export interface Guarded {
  readonly permission?: PermissionId
}

const guarded = new Map<string, PermissionId>()

/**
 * Restricts a token to plugins with a permission. The first call wins, so a plugin cannot lift the
 * restriction.
 */
export function guard(id: string, { permission }: Guarded = {}): void {
  if (permission && !guarded.has(id)) guarded.set(id, permission)
}

export function permissionFor(id: string): PermissionId | undefined {
  return guarded.get(id)
}
