import * as z from 'zod/mini'

/** Text that PostgreSQL can store: no NUL and no lone surrogates. */
export function text(min: number, max: number) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine(
      value => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
      'contains an invalid character',
    ),
  )
}

export const personName = text(1, 200).check(
  z.refine(value => [...value].length <= 100, 'is longer than 100 characters'),
  z.refine(
    value => /[\p{L}\p{N}\p{P}\p{S}]/u.test(value) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value),
    'is not a valid name',
  ),
)

/** SMTP allows 254 characters (RFC 5321, 4.5.3.1.3). */
export const emailAddress = z.email().check(z.maxLength(254))

/** Counts code points: an emoji is one character. */
function passwordText(min: number, max: number) {
  return text(min, 2 * max).check(
    z.refine(value => {
      const { length } = [...value]
      return min <= length && length <= max
    }, `is not ${min} to ${max} characters long`),
  )
}

/** For login: any password that could have been set. */
export const givenPassword = passwordText(1, 256)

export const newPassword = passwordText(8, 256)

export const userId = z.uuid()

export const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const language = z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))

export const pageNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))

/** `next` of the page before; undefined for the first page. */
export const pageCursor = z.optional(z.string().check(z.regex(/^[\w-]{1,1000}$/)))

/** PostgreSQL has no year 0. */
export const time = z.iso.datetime().check(z.regex(/^(?!0000)/))

/** SHA-256 in lower case. */
export const fileHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
