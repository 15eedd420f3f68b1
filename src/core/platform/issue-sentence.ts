/** Messages for validation issues, because zod/mini has none. */
import type * as z from 'zod/mini'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  Uint8Array: 'a file',
}

const NO_WORDS = /^Invalid (input|string)\b/

/** @example complaintOf(error) // ' at "runsIn.0": a text is needed' */
export function complaintOf({ issues: [issue] }: z.core.$ZodError): string {
  const where = issue?.path.length ? ` at "${issue.path.join('.')}"` : ''
  return `${where}: ${issueSentence(issue)}`
}

/** @example issueSentence({ code: 'invalid_type', expected: 'number', … }) // 'a number is needed' */
export function issueSentence(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'it does not fit'
  switch (issue.code) {
    case 'invalid_type':
      return `${TYPES[issue.expected] ?? issue.expected} is needed`
    case 'too_small':
      return `at least ${issue.minimum} is needed`
    case 'too_big':
      return `at most ${issue.maximum} is allowed`
    case 'invalid_value':
      return `one of ${issue.values.map(value => JSON.stringify(value)).join(', ')} is needed`
    case 'unrecognized_keys':
      return `${issue.keys.map(key => `"${key}"`).join(', ')} is not known here`
    case 'invalid_format':
      if ('prefix' in issue) return `it has to begin with "${issue.prefix}"`
      if (issue.format === 'regex')
        return NO_WORDS.test(issue.message) ? 'it has the wrong format' : issue.message
      return `${issue.format} is needed`
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor} is needed`
    default:
      return NO_WORDS.test(issue.message) ? 'it does not fit' : issue.message
  }
}
