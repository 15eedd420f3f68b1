/** What a refusal says to programs. */
import { problemDocument } from '../../../../../src/core/api/problem.js'
import { type Answer, parsed } from './wire.js'

/** The code of a refusal. */
export function codeIn({ text, status }: Answer): string | undefined {
  if (status < 400) return undefined
  const problem = problemDocument.safeParse(parsed(text))
  return problem.success ? problem.data.code : undefined
}
