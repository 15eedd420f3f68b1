/** Messages for validation issues. zod/mini has none. */
import type * as z from 'zod/mini'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  Uint8Array: 'a file',
}

const NO_WORDS = /^Invalid (input|string)\b/

/** @example complaintOf(error) // ' at "runsIn.0": expected a string' */
export function complaintOf({ issues: [issue] }: z.core.$ZodError): string {
  const where = issue?.path.length ? ` at "${issue.path.join('.')}"` : ''
  return `${where}: ${issueSentence(issue)}`
}

/** @example issueSentence({ code: 'invalid_type', expected: 'number', … }) // 'expected a number' */
export function issueSentence(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'it is invalid'
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${TYPES[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `expected at least ${issue.minimum}`
    case 'too_big':
      return `expected at most ${issue.maximum}`
    case 'invalid_value':
      return `expected one of ${issue.values.map(value => JSON.stringify(value)).join(', ')}`
    case 'unrecognized_keys':
      return `${issue.keys.map(key => `"${key}"`).join(', ')} is not allowed here`
    case 'invalid_format':
      if ('prefix' in issue) return `it must start with "${issue.prefix}"`
      if (issue.format === 'regex')
        return NO_WORDS.test(issue.message) ? 'it has the wrong format' : issue.message
      return `expected a valid ${issue.format}`
    case 'invalid_key':
      return issueSentence(issue.issues[0])
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`
    default:
      return NO_WORDS.test(issue.message) ? 'it is invalid' : issue.message
  }
}
