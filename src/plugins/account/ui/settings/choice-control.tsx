import { Input, SegmentedControl } from '@mantine/core'
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { isScalar } from '../../../../core/platform/schema-fields.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import type { SettingsChoice } from '../../../../core/settings/section.js'
import { namesOf, type SettingsFormField } from '../../../../core/settings/settings-fields.js'
import classes from './settings-page.module.css'
import type { ShownSection } from './shown-section.js'
import type { ControlProps } from './use-setting.js'

interface Props extends ControlProps {
  readonly choices: readonly SettingsChoice[]
  readonly onOpen: () => void
}

/** Maximum number of options and characters for a segmented control. */
const MAX_SEGMENTS = 4
const MAX_SEGMENT_CHARACTERS = 26
/** Longer lists are searchable. At most `MAX_ROWS` are rendered. */
const SEARCHABLE_FROM = 8
const MAX_ROWS = 100

export function ChoiceControl({ field, setting, words, choices, onOpen }: Props) {
  const { t } = useText()
  const id = useId()
  // Widgets need string values, but a setting may be a number, so use the index.
  const options = choices.map((choice, index) => ({ value: String(index), label: choice.label }))
  const choose = (index: string | null) => {
    const choice = choices[Number(index)]
    if (index !== null && choice) setting.save(choice.value)
  }
  const characters = options.reduce((sum, option) => sum + option.label.length, 0)
  const value = String(choices.findIndex(choice => choice.value === setting.value))

  if (!field.lister && options.length <= MAX_SEGMENTS && characters <= MAX_SEGMENT_CHARACTERS) {
    return (
      <Input.Wrapper {...words} labelElement="div" labelProps={{ id }}>
        <SegmentedControl
          className={classes.control}
          fullWidth
          aria-labelledby={id}
          data={options}
          value={value}
          onChange={choose}
        />
      </Input.Wrapper>
    )
  }
  return (
    <Select
      {...words}
      data={options}
      value={value}
      onChange={choose}
      onDropdownOpen={onOpen}
      searchable={options.length > SEARCHABLE_FROM}
      limit={MAX_ROWS}
      nothingFoundMessage={t('No matches')}
    />
  )
}

/** Returns the choices of a setting; undefined for free text. `ask` may activate the plugin. */
export function useChoices(shown: ShownSection, field: SettingsFormField, value: unknown) {
  const { section, source, offers = anything } = shown
  const { host, log } = useKernel()
  const { t, tm, language } = useText()
  const [tables, setTables] = useState<readonly SettingsChoice[]>()
  const [listed, setListed] = useState<readonly SettingsChoice[]>()
  const { lister } = field

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language
  useEffect(() => {
    let current = true
    namesOf(section, field, text => tm(source, text)).then(
      names => current && setTables(names),
      error => log.warn(`Couldn’t load the setting names of ${section.id}`, error),
    )
    return () => {
      current = false
    }
  }, [section, field, source, language, log])

  const ask = useCallback(() => {
    if (!lister) return
    host.choicesFor(source, lister.group, lister.name).then(setListed, error =>
      // If the plugin fails to start, it posts its own notice.
      log.warn(`Couldn’t list the values of ${section.id}.${field.name}`, error),
    )
  }, [host, log, source, lister, section.id, field.name])

  useEffect(() => {
    // Opening the settings must not activate plugins. Opening a list does.
    if (host.state(source)?.status === 'active') ask()
  }, [host, source, ask])

  const choices = useMemo((): readonly SettingsChoice[] | undefined => {
    const known = listed ?? field.named ?? tables ?? plainChoices(field)
    if (!known && !lister) return undefined
    const named = (known ?? [])
      .filter(choice => offers(choice.value))
      .map(choice => ({ ...choice, label: tm(source, choice.label) }))
    const has = (wanted: unknown) => named.some(choice => choice.value === wanted)
    const none = field.byDefault === '' && !has('') ? [{ value: '', label: t('None') }] : []
    const isOther = value !== '' && isScalar(value) && !has(value)
    const other = isOther ? [{ value, label: t('Not available: {{value}}', { value: String(value) }) }] : []
    return [...none, ...named, ...other]
  }, [listed, field, tables, lister, source, offers, value, t, tm])

  return { choices, ask }
}

const anything = () => true

function plainChoices({ kind, choices }: SettingsFormField): readonly SettingsChoice[] | undefined {
  return kind === 'choice' ? choices?.map(value => ({ value, label: String(value) })) : undefined
}
