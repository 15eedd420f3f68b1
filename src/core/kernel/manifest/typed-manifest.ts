/** The type of a manifest that is written in code: what does not fit together fails to compile, with a sentence. */
import type { AnyToken, PluginDefinition, PluginManifest } from './plugin.js'
import type { CommandIds, ContributionsCheck } from './typed-contributions.js'
import type { Field, HasForm, KnownField, Mistake } from './typed-literals.js'
import type { PermissionsCheck } from './typed-permissions.js'

/** Where the type of a definition is kept: never set, a manifest is plain data. */
declare const DEFINITION: unique symbol

/** A manifest that knows what was written in it, for `defineRuntime<typeof manifest>()`. */
export type TypedManifest<M> = PluginManifest & { readonly [DEFINITION]?: M }

/** What was written in a manifest. */
export type DefinitionOf<T> = T extends { readonly [DEFINITION]?: infer M } ? NonNullable<M> : never

/**
 * A definition as it is written. `load` is any module here: a runtime is checked against its manifest, so the type of
 * the manifest must not depend on that of the runtime.
 */
export interface WrittenDefinition extends Omit<PluginDefinition, 'load'> {
  readonly load: () => Promise<object>
  readonly permissions?: object
}

/** A definition of type `M`, with a sentence in the place of each mistake. */
export type CheckedDefinition<M> = WrittenDefinition &
  // Without a literal id it is a definition that is put together at run time.
  (string extends IdOf<M> ? unknown : DefinitionCheck<M, IdOf<M>>)

type DefinitionCheck<M, Id extends string> = {
  // With `as`, the checks are left alone until the whole definition is known, which is quicker.
  readonly [K in keyof M as K]: K extends 'contributes'
    ? ContributionsCheck<Id, M[K]>
    : K extends 'activateOn'
      ? EachActivation<M[K], Id, M>
      : K extends 'provides'
        ? EachProvided<M[K], Id>
        : K extends 'requires' | 'optional' | 'lazy' | 'extensionPoints' | 'words' | 'locales'
          ? unknown
          : K extends 'load'
            ? LoadCheck<M[K]>
            : K extends 'permissions'
              ? PermissionsCheck<M[K]>
              : K extends 'version'
                ? VersionCheck<M[K]>
                : K extends 'engine'
                  ? EngineCheck<M[K]>
                  : KnownField<K, WrittenDefinition, 'A manifest'>
}

// Mapped by their own parameters, a list stays a list.
type EachActivation<T, Id extends string, M> = { readonly [I in keyof T]: ActivationCheck<T[I], Id, M> }
type EachProvided<T, Id extends string> = { readonly [I in keyof T]: ProvidedCheck<T[I], Id> }

type VersionCheck<V> = HasForm<
  V,
  Version | `${Version}-${string}`,
  `The version "${V & string}" has to be three numbers, such as "1.0.0".`
>

type EngineCheck<V> = HasForm<
  V,
  `${'^' | '~' | '>=' | ''}${Version}`,
  `The engine "${V & string}" has to be a range such as "^1.2.0".`
>

type Version = `${number}.${number}.${number}`
type IdOf<M> = Field<M, 'id'> & string

/** Only tokens that were made with a literal type: `createToken<Score, 'drill.score'>('drill.score')`. */
type ProvidedCheck<T, Id extends string> = T extends { readonly id: `${Id}.${string}` }
  ? unknown
  : string extends Field<T, 'id'>
    ? unknown
    : Mistake<`The id of the token "${Field<T, 'id'> & string}" has to begin with "${Id}.".`>

type ActivationCheck<A, Id extends string, M> = A extends
  | 'startup'
  | `route:/${string}`
  | `event:${string}`
  | `command:${Id}.*`
  ? A
  : A extends `command:${Id}.${infer Name}`
    ? HasForm<
        A,
        `command:${CommandIds<M>}`,
        `It waits for the command "${Id}.${Name}", which the manifest does not declare.`
      >
    : A extends `command:${string}`
      ? A
      : string extends A
        ? A
        : `route:${string}` extends A
          ? A
          : `"${A & string}" activates nothing; write "startup", "route:/…", "command:…" or "event:…".`

/** By the names of the exports: their types would depend on the manifest's. */
type LoadCheck<L> = L extends () => Promise<infer Module>
  ? 'default' extends keyof Module
    ? L
    : () => 'The module that "load" imports has no default export; write export default defineRuntime(…) in it.'
  : L

/** The tokens that a manifest names, of which a runtime may ask. */
export type DeclaredTokens<M> = Extract<
  Field<M, 'requires' | 'optional' | 'lazy' | 'provides'>,
  readonly unknown[]
>[number] &
  AnyToken
