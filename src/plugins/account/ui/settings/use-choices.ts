/** The values of a field by name: from its manifest, from the long tables of its section, or from its plugin. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { SettingsChoice } from '../../../../core/settings/section.js'
import { namesOf, type SettingsFormField } from '../../../../core/settings/settings-fields.js'
import type { ShownSection } from '../../shown-section.js'

export interface Choices {
  /** Undefined where the value is typed. */
  readonly choices: readonly SettingsChoice[] | undefined
  /** Asks the plugin, which may have to be started for it. */
  ask(): void
}

export function useChoices(shown: ShownSection, field: SettingsFormField, value: unknown): Choices {
  const { section, source, offers = anything } = shown
  const { host, log } = useKernel()
  const { t, tm, language } = useText()
  const [tables, setTables] = useState<readonly SettingsChoice[]>()
  const [listed, setListed] = useState<readonly SettingsChoice[]>()
  const { lister } = field

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are those of the language that is shown
  useEffect(() => {
    let current = true
    namesOf(section, field, text => tm(source, text)).then(
      names => current && setTables(names),
      error => log.warn(`The names of the settings ${section.id} could not be loaded`, error),
    )
    return () => {
      current = false
    }
  }, [section, field, source, language, log])

  const ask = useCallback(() => {
    if (!lister) return
    host.choicesFor(source, lister.group, lister.name).then(setListed, error =>
      // Why the plugin does not start is its own notice; the value stays as it is.
      log.warn(`The values of ${section.id}.${field.name} could not be listed`, error),
    )
  }, [host, log, source, lister, section.id, field.name])

  useEffect(() => {
    // Looking at settings starts nobody: a plugin that is not at work is asked when its list is opened.
    if (host.state(source)?.status === 'active') ask()
  }, [host, source, ask])

  const choices = useMemo(() => {
    const known = listed ?? field.named ?? tables ?? plainChoices(field)
    if (!known && !lister) return undefined
    const named = (known ?? [])
      .filter(choice => offers(choice.value))
      .map(choice => ({ ...choice, label: tm(source, choice.label) }))
    const has = (wanted: unknown) => named.some(choice => choice.value === wanted)
    const none = field.byDefault === '' && !has('') ? [{ value: '', label: t('None') }] : []
    const isOther = value !== '' && isScalar(value) && !has(value)
    const other = isOther
      ? [{ value, label: t('Not available now: {{value}}', { value: String(value) }) }]
      : []
    return [...none, ...named, ...other]
  }, [listed, field, tables, lister, source, offers, value, t, tm])

  return { choices, ask }
}

const anything = () => true

function plainChoices({ kind, choices }: SettingsFormField): readonly SettingsChoice[] | undefined {
  return kind === 'choice' ? choices?.map(value => ({ value, label: String(value) })) : undefined
}

function isScalar(value: unknown): value is SettingsChoice['value'] {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
