/** The permissions of a manifest, as types: known ids, each with a reason. */
import type { PermissionId } from '../../platform/services/permission.js'
import type { Field } from './typed-literals.js'

/** Plugins that come with the app have a list without reasons. */
export type PermissionsCheck<P> = P extends readonly unknown[]
  ? readonly PermissionId[]
  : {
      readonly [Id in keyof P]: Id extends PermissionId
        ? ReasonCheck<Id, P[Id]>
        : `The permission "${Id & string}" is unknown; use one of those in the guide.`
    }

type ReasonCheck<Id extends string, Asked> = Asked extends ''
  ? `The permission "${Id}" needs a reason, which is shown to the user.`
  : Asked extends string
    ? Asked
    : Field<Asked, 'reason'> extends '' | undefined
      ? { readonly reason: `The permission "${Id}" needs a reason, which is shown to the user.` }
      : Asked
