import type * as z from 'zod/mini'

export type RefusalCode =
  | 'plugins_invalid'
  | 'plugin_unreachable'
  | 'plugin_too_large'
  | 'plugin_hash_refused'
  | 'manifest_invalid'
  | 'plugin_twice'
  | 'engine_mismatch'

export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

type Issue = z.core.$ZodIssue

/** Without limits, 100,000 wrong entries would be a sentence of 4 MB. */
const MOST_NAMED = 10
const LONGEST_FAULT = 300

export function describeIssues(issues: readonly Issue[]): string {
  const faults = issues.slice(0, MOST_NAMED).map(issue => faultOf(issue))
  const named = faults.map(fault =>
    fault.length > LONGEST_FAULT ? `${fault.slice(0, LONGEST_FAULT)}…` : fault,
  )
  const more = issues.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

function faultOf(issue: Issue): string {
  const place = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'it'
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return `${place} is missing`
      return `${place} must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `${place} must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `${place} has the unknown property ${issue.keys.map(key => `"${key}"`).join(' and ')}`
    case 'invalid_format':
      if (!issue.message.startsWith('Invalid')) return `${place}: ${issue.message}`
      return `${place} must match ${'pattern' in issue ? issue.pattern : issue.format}`
    case 'too_small':
      return `${place} must have at least ${issue.minimum}`
    case 'too_big':
      return `${place} must have at most ${issue.maximum}`
    default:
      return `${place} ${issue.message}`
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
