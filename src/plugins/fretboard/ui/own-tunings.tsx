/** Tunings of one's own: a form to make one, the list to remove from, and a link to the one that is shown. */
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { OWN_TUNINGS } from '../inner-tokens.js'
import { NECK_VIEW } from '../tokens.js'
import { readTuningCode, stringsCode } from '../tuning-code.js'

export function OwnTunings() {
  const { t } = useText()
  return (
    <Popover position="bottom-start" withArrow trapFocus width={340}>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Own tunings')}>
          <IconPlus size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <MakeTuning />
          <OwnList />
          <CopyLink />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function MakeTuning() {
  const { t, tm } = useText()
  const make = useCommand('fretboard.make-tuning')
  const { tuning } = useStore(useService(NECK_VIEW))
  const [strings, setStrings] = useState(() => stringsCode(tuning).replaceAll('.', ' '))
  const [name, setName] = useState('')
  const reading = readTuningCode(strings.replaceAll('_', ' '))
  const problem = reading.ignored[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem && name.trim() !== '') make.run({ strings, name })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('Strings, the lowest first')}
          description={t('Notes with their octaves; G4*5 begins at the fifth fret')}
          value={strings}
          onChange={event => setStrings(event.currentTarget.value)}
          error={problem && tm('fretboard', problem.sentence, problem.values)}
          spellCheck={false}
          autoComplete="off"
        />
        <TextInput
          label={t('Name')}
          value={name}
          maxLength={60}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={problem !== undefined || name.trim() === ''}>
          {make.title}
        </Button>
      </Stack>
    </form>
  )
}

function OwnList() {
  const { t } = useText()
  const remove = useCommand('fretboard.remove-tuning')
  const own = useStore(useService(OWN_TUNINGS).items)
  if (own.length === 0) return null
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Own tunings')}>
      {own.map(({ id, name }) => (
        <Group key={id} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>
            {name}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove “{{name}}”', { name })}
            onClick={() => remove.run({ kept: id })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

function CopyLink() {
  const copy = useCommand('fretboard.copy-tuning-link')
  return (
    <Button variant="default" onClick={() => copy.run()}>
      {copy.title}
    </Button>
  )
}
