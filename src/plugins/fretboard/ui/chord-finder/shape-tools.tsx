import { Button, Group, Menu, Popover, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { CommandItem } from '../../../../core/react/command-button.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { IconButton, SecondaryButton } from '../../../../core/react/looks.js'
import { CUSTOM_SHAPES } from '../../custom/custom-list.js'
import { NOW, SELECTION } from '../../tokens.js'

const WITH_SELECTION = [
  'fretboard.play-selection',
  'fretboard.play-together',
  'fretboard.move-up',
  'fretboard.move-down',
  'fretboard.move-to-higher-strings',
  'fretboard.move-to-lower-strings',
  'fretboard.copy-shape',
  'fretboard.copy-shape-link',
]

export function ShapeTools() {
  const isSelected = useStore(useService(SELECTION).positions, positions => positions.length > 0)
  return (
    <Group gap="xs">
      {isSelected && <SaveShape />}
      <SavedShapes />
    </Group>
  )
}

export function SelectionMenu() {
  const { t } = useText()
  return (
    <Menu position="bottom-start" withArrow>
      <Menu.Target>
        <SecondaryButton size="compact-md">{t('Selection')}</SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        {WITH_SELECTION.map(id => (
          <CommandItem key={id} command={id} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SaveShape() {
  const { t } = useText()
  const save = useCommand('fretboard.save-shape')
  const chord = useStore(useService(NOW), now => now.chord.name)
  const [opened, setOpened] = useState(false)
  const [name, setName] = useInputState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save.run({ name })
    setOpened(false)
  }
  const open = () => {
    setName(chord)
    setOpened(!opened)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <SecondaryButton onClick={open}>{t('Save')}</SecondaryButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Group component="form" onSubmit={submit} align="end" gap="xs">
          <TextInput label={t('Name')} value={name} maxLength={60} onChange={setName} />
          <Button type="submit" disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

function SavedShapes() {
  const { t } = useText()
  const shapes = useStore(useService(CUSTOM_SHAPES).items)
  const show = useCommand('fretboard.show-shape')
  const remove = useCommand('fretboard.remove-shape')
  if (shapes.length === 0) return null
  return (
    <Popover position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <SecondaryButton>{t('Saved shapes')}</SecondaryButton>
      </Popover.Target>
      <Popover.Dropdown>
        {shapes.map(({ id, name }) => (
          <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
            <Button variant="subtle" onClick={() => show.run({ kept: id })}>
              {name}
            </Button>
            <IconButton
              icon={IconTrash}
              label={t('Delete “{{name}}”', { name })}
              onClick={() => remove.run({ kept: id })}
            />
          </Group>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
