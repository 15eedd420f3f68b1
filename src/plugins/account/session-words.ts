/** A session as it is called: the browser and system, and when it began. */
import type { OwnSession } from '../../core/api/sessions.js'
import { phrases } from '../../core/platform/phrases.js'

const WORDS = phrases({ on: '{{program}} on {{system}}', unknown: 'A device that is not known' })

type Translate = (english: string, values?: Readonly<Record<string, string>>) => string

/** The server writes `Firefox on Linux`. */
export function deviceText({ device }: Pick<OwnSession, 'device'>, translate: Translate): string {
  const [program, system] = device.split(' on ')
  if (program && system) return translate(WORDS.on, { program, system })
  return device || translate(WORDS.unknown)
}

/** @param iso as the server writes times */
export function sessionTime(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
