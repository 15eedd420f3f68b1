/** What is said and logged when stored settings are newer, broken, or cannot be stored. */
import type { Notice, NoticeBoard } from '../events/notices.js'
import { messageOf } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/logger.js'

interface Parts {
  readonly log: Logger
  readonly notices: NoticeBoard
}

export type SettingsReports = ReturnType<typeof settingsReports>

/** @param source whose words the title of the section is of */
export function settingsReports(title: string, source: () => string, { log, notices }: Parts) {
  const post = (notice: Omit<Notice, 'source'>) =>
    notices.post({
      ...notice,
      source: 'core',
      values: { ...notice.values, title },
      texts: { title: { source: source(), message: title } },
    })
  return {
    newer(version: string): void {
      log.warn(`The settings "${title}" are of the newer version ${version}; defaults serve here`)
      post({
        kind: 'warning',
        code: 'settings_newer',
        message:
          'The settings “{{title}}” were saved by a newer version; defaults are used here, and the saved ones are kept.',
      })
    },
    newerElsewhere(version: string): void {
      log.info(`The settings "${title}" are of the newer version ${version} in another tab`)
      post({
        kind: 'info',
        code: 'settings_newer',
        message:
          'The settings “{{title}}” were changed by a newer version in another tab. Reload this page to follow it.',
      })
    },
    broken(key: string, complaints: readonly string[]): void {
      log.warn(`The settings "${title}" could not be read whole`, complaints)
      post({
        kind: 'warning',
        code: 'settings_broken',
        message:
          'The saved settings “{{title}}” could not be read; defaults are used where needed. The old text is kept under {{key}}.',
        values: { key },
      })
    },
    notStored(key: string, error: unknown): void {
      log.warn(`Storing ${key} failed`, messageOf(error))
      post({
        kind: 'error',
        code: 'settings_not_stored',
        message:
          'The settings “{{title}}” could not be stored; they hold until this page is closed. Free some space for this site.',
      })
    },
  }
}
