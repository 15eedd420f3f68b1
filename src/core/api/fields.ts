// The small schemas that several bodies share.
import * as z from 'zod/mini'

/** Text PostgreSQL can keep: neither NUL nor half of a surrogate pair. */
export function text(min: number, max: number) {
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine(
      value => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
      'has a character that is not text',
    ),
  )
}

/**
 * A person's name, 1 to 100 characters: something to see in it, on one line, and nothing that turns the text around
 * it the other way (line breaks, other controls and bidirectional overrides).
 */
export const personName = text(1, 200).check(
  z.refine(value => [...value].length <= 100, 'is longer than 100 characters'),
  z.refine(
    value => /[\p{L}\p{N}\p{P}\p{S}]/u.test(value) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value),
    'is no name that can be shown',
  ),
)

/** 254 characters: the longest address a mail server takes (RFC 5321, 4.5.3.1.3). */
export const emailAddress = z.email().check(z.maxLength(254))

/** Characters as people count them: one emoji is one, though it is two of JavaScript's. */
function passwordText(min: number, max: number) {
  return text(min, 2 * max).check(
    z.refine(value => {
      const { length } = [...value]
      return min <= length && length <= max
    }, `is not ${min} to ${max} characters long`),
  )
}

/** For checking a password: anything that could ever have been set. */
export const givenPassword = passwordText(1, 256)

/** For setting one: 8 to 256 characters, nothing trimmed; the offline list is the server's to check. */
export const newPassword = passwordText(8, 256)

export const userId = z.uuid()

/** A secret of ours in a link: 256 bits as base64url. */
export const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const language = z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))

/** Pages count from 1. Read from a query's string or a body's number. */
export const pageNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))
