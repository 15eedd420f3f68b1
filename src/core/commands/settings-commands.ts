import * as z from 'zod/mini'
import type { NoticeBoard } from '../events/notices.js'
import type { Translator } from '../i18n/translator.js'
import { readField } from '../platform/field-value.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { fillSentence, phrases } from '../platform/phrases.js'
import { type Disposable, disposable, registrations } from '../platform/store.js'
import type { SettingsSection } from '../settings/section.js'
import type { Settings } from '../settings/settings.js'
import {
  changeOf,
  namesOf,
  resetSection,
  type SettingsFormField,
  settingsFields,
  valueAt,
} from '../settings/settings-fields.js'
import { valueSchema } from './argument-fields.js'
import type { ArgumentChoice } from './command.js'
import type { CommandRegistry } from './command-registry.js'

interface SettingsCommandParts {
  readonly commands: CommandRegistry
  readonly settings: Settings
  readonly translator: Translator
  readonly notices: NoticeBoard
  /** Former plugin IDs, which stored shortcuts may use. */
  readonly formerly?: (plugin: string) => readonly string[] | undefined
  readonly listed: (
    plugin: string,
    group: string,
    name: string,
  ) => Promise<readonly ArgumentChoice[] | undefined>
}

const WORDS = phrases({
  field: '{{section}}: {{field}}',
  toggle: 'Toggle {{section}}: {{field}}',
  reset: 'Reset settings: {{section}}',
  wasReset: '“{{section}}” settings reset.',
})

type Words = Pick<Translator, 't'>

const ENGLISH: Words = { t: (_source, sentence, values = {}) => fillSentence(sentence, values) }

/** Registers commands for settings. Updates their titles when the language changes. */
export function settingsCommands(parts: SettingsCommandParts): Disposable {
  const { settings, translator } = parts
  const registered = registrations((section: SettingsSection) => commandsOf(section, parts))
  const following = registered.follow(settings.sections, () => settings.sections.getState())
  const renew = () => {
    registered.take([])
    registered.take(settings.sections.getState())
  }
  translator.i18n.on('languageChanged', renew)
  return disposable(
    () => translator.i18n.off('languageChanged', renew),
    () => following.dispose(),
  )
}

function commandsOf(section: SettingsSection, parts: SettingsCommandParts): readonly Disposable[] {
  const fields = settingsFields(section)
  if (fields.length === 0) return []
  const made = fields
    .filter(field => field.command === undefined)
    .map(field => fieldCommand(section, field, parts))
  return [...made, resetCommand(section, parts)].filter(command => command !== undefined)
}

const kebab = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

export function settingsCommandId(source: string, section: string, path: readonly string[]): string {
  return `${source}.settings-${[section, ...path].map(kebab).join('-')}`
}

export function resetCommandId(source: string, section: string): string {
  return `${source}.reset-settings-${kebab(section)}`
}

function fieldCommand(
  section: SettingsSection,
  field: SettingsFormField,
  { commands, settings, translator, listed, formerly }: SettingsCommandParts,
): Disposable | undefined {
  const source = settings.sourceOf(section)
  const schema = valueSchema(field)
  if (!schema) return undefined
  const id = settingsCommandId(source, section.id, field.path)
  const store = settings.store(section)
  const set = (value: unknown) => store.change(changeOf(store.getState(), field.path, value))
  const titles = {
    title: titleOf(translator, source, section, field),
    english: titleOf(ENGLISH, source, section, field),
  }
  const common = {
    ...titles,
    id,
    formerly: formerly?.(source)?.map(each => settingsCommandId(each, section.id, field.path)),
    when: section.when ?? 'loggedIn || guest',
  } as const

  if (field.kind === 'boolean') {
    return commands.register(common, source, () => set(valueAt(store.getState(), field.path) !== true))
  }
  return commands.register(
    {
      ...common,
      description: field.description,
      args: z.strictObject({ value: schema }),
      asks: [{ id: 'value', title: field.title }],
    },
    source,
    args => set(given(field, valueAt(args, ['value']))),
    async () =>
      field.named ??
      (await namesOf(section, field, sentence => translator.t(source, sentence))) ??
      (field.lister && listed(source, field.lister.group, field.lister.name)),
  )
}

function given(field: SettingsFormField, value: unknown): unknown {
  if (field.kind !== 'list') return value
  const reading = readField(field, String(value))
  if ('value' in reading) return reading.value
  const { message, values = {} } = reading.problem
  throw new FretworkError('arguments_invalid', fillSentence(message, values))
}

/** Returns a title with a gap for the number: `Metronome: Tempo … BPM`. */
function titleOf(translator: Words, source: string, section: SettingsSection, field: SettingsFormField) {
  const name = translator.t(source, field.title)
  const words = {
    section: translator.t(source, section.title),
    field: field.unit ? `${name} … ${translator.t(source, field.unit)}` : name,
  }
  if (field.kind === 'boolean') return translator.t('core', WORDS.toggle, words)
  return words.section === words.field ? words.field : translator.t('core', WORDS.field, words)
}

function resetCommand(
  section: SettingsSection,
  { commands, settings, translator, notices, formerly }: SettingsCommandParts,
): Disposable {
  const source = settings.sourceOf(section)
  const words = { section: translator.t(source, section.title) }
  return commands.register(
    {
      id: resetCommandId(source, section.id),
      formerly: formerly?.(source)?.map(each => resetCommandId(each, section.id)),
      title: translator.t('core', WORDS.reset, words),
      english: fillSentence(WORDS.reset, { section: section.title }),
      when: section.when ?? 'loggedIn || guest',
      // List the reset command last if the query is a section name.
      careful: true,
    },
    source,
    () => {
      const undo = resetSection(settings, section)
      notices.post({
        kind: 'info',
        source: 'core',
        message: WORDS.wasReset,
        values: words,
        action: { label: 'Undo', run: undo },
      })
    },
  )
}
