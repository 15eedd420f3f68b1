// A moment as a mail says it: in words of its language, and in UTC, since nobody knows where it is read.
import type { MailLanguage } from './mailer.js'

const LOCALES: Readonly<Record<MailLanguage, string>> = { en: 'en-GB', de: 'de-DE' }

/** @param at milliseconds since 1970. @example timeInMail(0, 'en') // '1 January 1970 at 00:00 UTC' */
export function timeInMail(at: number, language: MailLanguage): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}
