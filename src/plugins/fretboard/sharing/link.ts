import { copyText } from '../../../core/kernel/exported-text.js'
import type { CommandContext } from '../../../core/kernel/plugin.js'
import { phrases } from '../../../core/platform/phrases.js'

const COPIED = phrases({
  tuning: 'Tuning link copied.',
  shape: 'Shape link copied.',
  view: 'Link copied.',
  text: 'Shape copied as text.',
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

export function copyLink(context: CommandContext, text: string, what: keyof typeof COPIED): Promise<string> {
  return copyText(context, text, { source: 'fretboard', copied: COPIED[what] })
}
