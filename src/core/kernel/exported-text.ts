import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import { phrase, phrases } from '../platform/phrases.js'
import type { CommandContext, PluginContext } from './plugin.js'
import { AUTH, CLOCK, NOTICES, PAGE, TENANT, TRANSLATOR } from './tokens.js'

const REFUSED = phrase('The browser blocked copying. Allow clipboard access for this page.')

/**
 * In the CLI, only returns the text.
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
    log.warn(`Couldn’t copy text: ${messageOf(cause)}`)
    throw new FretworkError('copy_refused', refused || REFUSED, { cause })
  }
  get(NOTICES).post({ kind: 'success', source, message: copied })
  return text
}

const SENTENCES = phrases({
  by: 'Created by {{name}} with {{product}}, {{date}}',
  without: 'Created with {{product}}, {{date}}',
})

export function preparedBy({ get }: Pick<PluginContext, 'get'>): string {
  const translator = get(TRANSLATOR)
  const date = get(CLOCK).date().toLocaleDateString(translator.locale, { dateStyle: 'long' })
  const values = { product: get(TENANT).current.name, date }
  const name = get(AUTH).state.getState().user?.name?.trim()
  return name
    ? translator.t('core', SENTENCES.by, { ...values, name })
    : translator.t('core', SENTENCES.without, values)
}
