/** What a schema complains of, in words: the small zod brings none of its own. */
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** @example issueSentence({ code: 'invalid_type', expected: 'number', … }) // 'number is needed' */
export function issueSentence(issue: Issue | undefined): string {
  if (!issue) return 'it does not fit'
  switch (issue.code) {
    case 'invalid_type':
      return `${issue.expected} is needed`
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
      return issue.format === 'regex' ? `it has to look like ${issue.pattern}` : `${issue.format} is needed`
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor} is needed`
    default:
      // A check of our own may bring a sentence; without one zod says only this.
      return issue.message === 'Invalid input' ? 'it does not fit' : issue.message
  }
}
