/** What the server found wrong with single fields of a body, so that it can be said at the field. */
import { phrases } from '../platform/phrases.js'
import { ApiError } from './api-error.js'

/** Why a password is refused: `errors` of `password_weak`. */
const WEAK: Readonly<Record<string, string>> = phrases({
  common: 'This password is too common. Choose another one.',
  context: 'This password contains your name, your address or the name of this site. Choose another one.',
})

interface FieldRefusal {
  /** Its name in the body: `email`. */
  readonly field: string
  /** An English sentence of ours, translated in core, where there is one for the reason. */
  readonly sentence?: string | undefined
}

/** What is to be changed is so already, by the refusal's code. */
const SAME: Readonly<Record<string, string>> = phrases({
  password_same: 'This is already your password. Choose another one.',
  email_same: 'This is already your address. Enter another one.',
})

/** In the order in which the server names them; none where the refusal is about no field. */
export function fieldRefusals(error: unknown): readonly FieldRefusal[] {
  if (!(error instanceof ApiError)) return []
  return (error.problem?.errors ?? [])
    .filter(({ path }) => path.startsWith('body.'))
    .map(({ path, message }) => ({
      field: path.slice('body.'.length),
      sentence: SAME[error.code] ?? WEAK[message],
    }))
}
