import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { CommandButton } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { IconButton } from '../../../../core/react/looks.js'
import { shownLetters } from '../../../../music/guitar/note-names.js'
import {
  type CodedTuning,
  lettersOf,
  readTuningCode,
  stringsCode,
} from '../../../../music/guitar/tuning-code.js'
import { INSTRUMENT_NAMES } from '../../../../music/guitar/tunings.js'
import type { CustomItem } from '../../custom/custom-list.js'
import { CUSTOM_TUNINGS } from '../../custom/custom-list.js'
import { commandName } from '../../custom/tuning-list.js'
import { type AvailableTuning, NECK_VIEW, type NeckView, TUNING_LIST } from '../../tokens.js'
import styles from '../fretboard-page.module.css'
import { tuningTexts, useSearchFilter } from './search-filter.js'

const tuningIdOf = ({ tuning }: NeckView) => tuning.id

/** Omits the letters if they are already the name, as for DADGAD. */
const joined = (name: string, letters: string) => (name.endsWith(letters) ? name : `${name} ${letters}`)

export function TuningChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-tuning')
  const tunings = useStore(useService(TUNING_LIST))
  const shown = useStore(useService(NECK_VIEW), tuningIdOf)
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const { groups, entries, labels } = useMemo(() => {
    const tuningName = (tuning: AvailableTuning) => (tuning.custom ? tuning.name : tm('core', tuning.name))
    const groupOf = (tuning: AvailableTuning) =>
      tuning.custom ? t('Custom') : tm('fretboard', INSTRUMENT_NAMES[tuning.instrument])
    const items = tunings.map(tuning => ({
      value: commandName(tuning),
      label: joined(tuningName(tuning), shownLetters(lettersOf(tuning), noteNames)),
      heading: groupOf(tuning),
    }))
    const names = [...new Set(items.map(({ heading }) => heading))]
    return {
      groups: names
        .sort((a, b) => Number(b === t('Custom')) - Number(a === t('Custom')))
        .map(group => ({ group, items: items.filter(({ heading }) => heading === group) })),
      entries: () =>
        tunings.map(tuning => ({
          id: commandName(tuning),
          texts: tuningTexts(tuning, [
            tuningName(tuning),
            `${groupOf(tuning)} ${tuningName(tuning)}`,
            t('{{count}} strings', { count: tuning.strings.length }),
          ]),
        })),
      labels: new Map(items.map(({ value, label }) => [value, label])),
    }
  }, [tunings, noteNames, t, tm])
  const value = tunings.filter(({ id }) => id === shown).map(commandName)[0] ?? null
  return (
    <Group wrap="nowrap" className={styles.tuning}>
      <Select
        aria-label={t('Tuning')}
        flex={1}
        miw={0}
        searchable
        data={groups}
        {...useSearchFilter(entries, labels.get(value ?? ''))}
        value={value}
        onChange={tuning => command.run({ tuning })}
        nothingFoundMessage={t('No matching tunings')}
        comboboxProps={{ width: 320, position: 'bottom-start' }}
      />
    </Group>
  )
}

export function CustomTunings() {
  const { t } = useText()
  const [edited, setEdited] = useState<CustomItem<CodedTuning>>()
  return (
    <Popover position="bottom-start" withArrow trapFocus width={340} onClose={() => setEdited(undefined)}>
      <Popover.Target>
        <IconButton icon={IconPlus} label={t('Custom tunings')} variant="default" size={36} />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TuningForm key={edited?.id} edited={edited} onDone={() => setEdited(undefined)} />
          <CustomTuningList onEdit={setEdited} />
          <CommandButton command="fretboard.copy-tuning-link" variant="default" />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface TuningFormProps {
  readonly edited: CustomItem<CodedTuning> | undefined
  readonly onDone: () => void
}

function TuningForm({ edited, onDone }: TuningFormProps) {
  const { t, tm } = useText()
  const make = useCommand('fretboard.make-tuning')
  const change = useCommand('fretboard.edit-tuning')
  const { tuning, noteNames } = useStore(useService(NECK_VIEW))
  const [strings, setStrings] = useState(() =>
    stringsCode(edited?.value ?? tuning, noteNames).replaceAll('.', ' '),
  )
  const [name, setName] = useInputState(edited?.name ?? '')
  const reading = readTuningCode(strings.replaceAll('_', ' '), noteNames)
  const problem = reading.ignored[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || name.trim() === '') return
    if (edited) change.run({ kept: edited.id, strings, name })
    else make.run({ strings, name })
    onDone()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('Strings, low to high')}
          description={t('Notes with octaves; G4*5 starts at the fifth fret')}
          value={strings}
          onChange={event => setStrings(event.currentTarget.value)}
          error={problem && tm('fretboard', problem.sentence, problem.values)}
          spellCheck={false}
          autoComplete="off"
        />
        <TextInput label={t('Name')} value={name} maxLength={60} onChange={setName} />
        <Button type="submit" disabled={problem !== undefined || name.trim() === ''}>
          {edited ? t('Save changes') : make.title}
        </Button>
      </Stack>
    </form>
  )
}

function CustomTuningList({ onEdit }: { onEdit: (tuning: CustomItem<CodedTuning>) => void }) {
  const { t } = useText()
  const remove = useCommand('fretboard.remove-tuning')
  const own = useStore(useService(CUSTOM_TUNINGS).items)
  if (own.length === 0) return null
  return (
    <Stack gap={4} component="ul" className="fw-list" aria-label={t('Custom tunings')}>
      {own.map(tuning => (
        <Group key={tuning.id} component="li" justify="space-between" wrap="nowrap" gap={4}>
          <Text size="sm" truncate style={{ flex: 1 }}>
            {tuning.name}
          </Text>
          <IconButton
            icon={IconPencil}
            label={t('Edit “{{name}}”', { name: tuning.name })}
            onClick={() => onEdit(tuning)}
          />
          <IconButton
            icon={IconTrash}
            label={t('Delete “{{name}}”', { name: tuning.name })}
            onClick={() => remove.run({ kept: tuning.id })}
          />
        </Group>
      ))}
    </Stack>
  )
}
