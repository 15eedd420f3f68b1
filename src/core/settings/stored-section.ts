import type { Notice, NoticeBoard } from '../events/notices.js'
import { messageOf } from '../platform/fretwork-error.js'
import { phrases } from '../platform/phrases.js'
import type { Logger } from '../platform/ports.js'
import type { SettingsSection } from './section.js'

interface StoredSection<T> {
  readonly value: T
  readonly complaints: readonly string[]
  readonly newer?: string
}

export function readStored<T extends object>(
  section: SettingsSection<T>,
  text: string | undefined,
): StoredSection<T> {
  if (text === undefined) return { value: section.defaults, complaints: [] }
  const stored = parseObject(text)
  if (typeof stored === 'string') return { value: section.defaults, complaints: [stored] }

  const version = String(stored.version ?? section.version)
  if (!/^\d+$/.test(version)) {
    return keepGoodFields(section, stored, [`its version is ${JSON.stringify(stored.version)}`])
  }
  if (Number(version) > Number(section.version)) {
    return { value: section.defaults, complaints: [], newer: version }
  }
  const migrated = migrate(section, stored, version)
  if (typeof migrated === 'string') return { value: section.defaults, complaints: [migrated] }
  return keepGoodFields(section, migrated)
}

function parseObject(text: string): Record<string, unknown> | string {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
    return 'it is not an object'
  } catch (error) {
    return messageOf(error)
  }
}

function migrate<T extends object>(
  section: SettingsSection<T>,
  stored: Record<string, unknown>,
  from: string,
): Record<string, unknown> | string {
  let value = stored
  for (let version = Number(from); version < Number(section.version); version++) {
    const step = section.migrations?.[String(version)]
    if (!step) continue
    try {
      value = step(value)
    } catch (error) {
      return `the step from version ${version} failed: ${messageOf(error)}`
    }
  }
  return value
}

function keepGoodFields<T extends object>(
  section: SettingsSection<T>,
  stored: Record<string, unknown>,
  complaints: readonly string[] = [],
): StoredSection<T> {
  const { version: _version, ...fields } = stored
  const reported = [...complaints]
  const defaults = new Map<string, unknown>(Object.entries(section.defaults))
  const candidate = new Map([...defaults, ...Object.entries(fields)])
  const replaced = new Set<string>()
  for (;;) {
    const result = section.schema.safeParse(Object.fromEntries(candidate))
    if (result.success) return { value: result.data, complaints: reported }
    const bad = result.error.issues.map(({ path }) => String(path[0])).filter(key => candidate.has(key))
    const next = bad.find(key => !replaced.has(key))
    if (next === undefined) {
      return {
        value: section.defaults,
        complaints: [...reported, result.error.issues[0]?.message ?? 'it is bad'],
      }
    }
    const message = result.error.issues.find(({ path }) => String(path[0]) === next)?.message
    reported.push(`"${next}" is ${JSON.stringify(candidate.get(next))}: ${message}`)
    replaced.add(next)
    candidate.set(next, defaults.get(next))
  }
}

const SENTENCES = phrases({
  newer: '“{{title}}” was saved by a newer version of Fretwork. Defaults apply for now.',
  newerElsewhere: '“{{title}}” was changed by a newer version in another tab. Reload this page to update.',
  broken:
    'Some saved settings in “{{title}}” couldn’t be read and were replaced with defaults. The original data is kept under {{key}}.',
  notStored: 'Couldn’t save “{{title}}”. Free up browser storage, or you’ll lose your changes.',
})

export type SettingsReports = ReturnType<typeof settingsReports>

export function settingsReports(
  title: string,
  source: () => string,
  { log, notices }: { readonly log: Logger; readonly notices: NoticeBoard },
) {
  const post = (kind: Notice['kind'], code: string, message: string, values: Notice['values'] = {}) =>
    notices.post({
      ...{ kind, code, message, source: 'core' },
      values: { ...values, title },
      texts: { title: { source: source(), message: title } },
    })
  return {
    newer(version: string): void {
      log.warn(`The settings "${title}" are from the newer version ${version}, so defaults are used`)
      post('warning', 'settings_newer', SENTENCES.newer)
    },
    newerElsewhere(version: string): void {
      log.info(`Another tab stored the settings "${title}" in the newer version ${version}`)
      post('info', 'settings_newer', SENTENCES.newerElsewhere)
    },
    broken(key: string, complaints: readonly string[]): void {
      log.warn(`Some of the settings "${title}" could not be read`, complaints)
      post('warning', 'settings_broken', SENTENCES.broken, { key })
    },
    notStored(key: string, error: unknown): void {
      log.warn(`Storing ${key} failed`, messageOf(error))
      post('error', 'settings_not_stored', SENTENCES.notStored)
    },
  }
}
