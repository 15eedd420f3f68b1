export interface Token<T> {
  /** `<plugin>.<service>`, such as `midi-io.input`. */
  readonly id: string
  /** Equal for equal ids: a copy in an external bundle names the same service. */
  readonly key: symbol
  /** Type only, never set. */
  readonly service?: T
}

/**
 * A typed name for a service, under which one plugin provides it and others ask for it.
 * @since 1.0.0
 * @example
 * const SCORE = createToken<{ readonly points: number }>('drill.score')
 */
export function createToken<T>(id: string, guarded?: Guarded): Token<T> {
  guard(id, guarded)
  return { id, key: Symbol.for(id) }
}

export interface ExtensionPoint<T> {
  readonly id: string
  readonly item?: T
}

/**
 * A typed name for a place that other plugins can extend.
 * @param id `<plugin>.<things>`, such as `fretboard.layers`
 * @since 1.0.0
 * @example const DRILLS = createExtensionPoint<{ readonly id: string }>('drill.drills')
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

/** The first one counts: a plugin that makes the same token again cannot remove its guard. */
export function guard(id: string, { permission }: Guarded = {}): void {
  if (permission && !guarded.has(id)) guarded.set(id, permission)
}

export function permissionFor(id: string): PermissionId | undefined {
  return guarded.get(id)
}
