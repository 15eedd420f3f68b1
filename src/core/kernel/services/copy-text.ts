import { FretworkError, messageOf } from '../../platform/fretwork-error.js'
import { phrase } from '../../platform/phrases.js'
import type { CommandContext } from '../manifest/plugin.js'
import { NOTICES, PAGE } from './tokens.js'

const REFUSED = phrase('The browser blocked copying. Allow clipboard access for this page.')

/**
 * On the command line, only returns the text.
 * @throws FretworkError `copy_refused`
 */
export async function copyText(
  { get, find, log }: CommandContext,
  text: string,
  { source, copied, refused }: { source: string; copied: string; refused?: string | false },
): Promise<string> {
  const page = find(PAGE)
  if (!page) return text
  try {
    await page.copyText(text)
  } catch (cause) {
    log.warn(`A text could not be copied: ${messageOf(cause)}`)
    throw new FretworkError('copy_refused', refused || REFUSED, { cause })
  }
  get(NOTICES).post({ kind: 'success', source, message: copied })
  return text
}
