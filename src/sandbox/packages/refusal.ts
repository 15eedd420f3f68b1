import type * as z from 'zod/mini'
import { issueSentence } from '../../core/platform/issue-sentence.js'

export type RefusalCode =
  | 'plugins_invalid'
  | 'plugin_unreachable'
  | 'plugin_too_large'
  | 'plugin_hash_refused'
  | 'manifest_invalid'
  | 'plugin_twice'
  | 'plugin_outdated'

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

/** Maximum number of entries listed in a message; 100,000 invalid entries would result in 4 MB of text. */
const MOST_NAMED = 10
const LONGEST_FAULT = 300

export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const named = issues.slice(0, MOST_NAMED).map(issue => {
    const place = issue.path.length > 0 ? `"${issue.path.join('.')}"` : ''
    const start = issue.code === 'custom' ? `${place || 'it'} ` : place && `${place}: `
    const fault = `${start}${issueSentence(issue)}`
    return fault.length > LONGEST_FAULT ? `${fault.slice(0, LONGEST_FAULT)}…` : fault
  })
  const more = issues.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
