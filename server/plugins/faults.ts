// What is wrong with something that an operator or an author has written, all of it and in words.
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** @example faultsOf(issues) // '"version" is missing, "runsIn" has to be a list' */
export function faultsOf(issues: readonly Issue[]): string {
  return issues.map(issue => faultOf(issue)).join(', ')
}

function faultOf(issue: Issue): string {
  const place = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'it'
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return `${place} is missing`
      return `${place} has to be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `${place} has to be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `${issue.keys.map(key => `"${key}"`).join(' and ')} of ${place} is not known`
    case 'invalid_format':
      return `${place} has to look like ${'pattern' in issue ? issue.pattern : issue.format}`
    case 'too_small':
      return `${place} has to have at least ${issue.minimum}`
    case 'too_big':
      return `${place} has to have at most ${issue.maximum}`
    default:
      // A check of ours brings what is wrong itself.
      return `${place} ${issue.message}`
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
