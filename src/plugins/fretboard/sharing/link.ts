import type { CommandContext } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES, PAGE } from '../../../core/kernel/services/tokens.js'
import { FretworkError, messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'

const SENTENCES = phrases({
  tuning: 'Link to the tuning copied.',
  shape: 'Link to the shape copied.',
  view: 'Link copied.',
  text: 'Shape copied as text.',
  refused: 'The browser blocked copying. Allow clipboard access for this page.',
})

export function linkTo(part: 'tuning' | 'shape', code: string): string {
  return `${siteAddress()}/fretboard?${new URLSearchParams({ [part]: code })}`
}

export function siteAddress(): string {
  const { location } = globalThis as { readonly location?: { readonly origin: string } }
  return location?.origin ?? ''
}

export function parametersOf(link: string): URLSearchParams {
  return new URLSearchParams(link.slice(link.indexOf('?') + 1).split('#', 1)[0])
}

export function codeIn(part: 'tuning' | 'shape', link: string): string {
  return parametersOf(link).get(part) ?? link.trim()
}

export async function copyText(
  { get, find, log }: CommandContext,
  text: string,
  what: Exclude<keyof typeof SENTENCES, 'refused'>,
): Promise<string> {
  const page = find(PAGE)
  if (!page) return text
  try {
    await page.copyText(text)
  } catch (error) {
    log.warn(`A text could not be copied: ${messageOf(error)}`)
    throw new FretworkError('copy_refused', SENTENCES.refused, { cause: error })
  }
  get(NOTICES).post({ kind: 'success', source: 'fretboard', message: SENTENCES[what] })
  return text
}
