import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { DockPopover } from '../../../core/react/dock/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type BarRange, PLAYBACK_SETTINGS } from '../../player/tokens.js'
import { barsText, LONGEST_NAME } from '../settings.js'
import { SECTIONS, type SongSection } from '../tokens.js'

export function SectionsTool() {
  const { t } = useText()
  const sections = useStore(useService(SECTIONS).view)
  const loop = useStore(useService(PLAYBACK_SETTINGS).view, view => view.loop)
  const here = sections.find(({ from, to }) => from === loop?.from && to === loop.to)
  return (
    <DockPopover
      caption={here?.name ?? t('Sections')}
      label={t('Sections of the song')}
      icon={<IconBookmark size={20} />}
      width={320}
    >
      <Stack gap="xs">
        {sections.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('This song has no sections. Loop some bars, then mark them as a section.')}
          </Text>
        )}
        {sections.map(section => (
          <Row key={barsText(section)} section={section} isHere={section === here} />
        ))}
        {loop && !here && <Mark key={barsText(loop)} loop={loop} />}
      </Stack>
    </DockPopover>
  )
}

function Row({ section, isHere }: { section: SongSection; isHere: boolean }) {
  const { t } = useText()
  const { name, from, to, own, bestTempo } = section
  const go = useCommand('practice.loop-section')
  const remove = useCommand('practice.remove-section')
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        flex={1}
        size="compact-md"
        justify="space-between"
        variant={isHere ? 'light' : 'subtle'}
        color={isHere ? 'accent' : 'gray'}
        aria-pressed={isHere}
        rightSection={bestTempo === undefined ? undefined : `${bestTempo} %`}
        onClick={() => go.run({ section: barsText(section) })}
      >
        {t('{{name}}: bars {{from}}–{{to}}', { name, from, to })}
      </Button>
      {own && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Remove “{{name}}”', { name })}
          onClick={() => remove.run({ section: barsText(section) })}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

function Mark({ loop: { from, to } }: { loop: BarRange }) {
  const { t } = useText()
  const mark = useCommand('practice.mark-section')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') mark.run({ name: name.trim() })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          size="sm"
          label={t('Bars {{from}}–{{to}} are called', { from, to })}
          placeholder={t('Chorus')}
          maxLength={LONGEST_NAME}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default" disabled={name.trim() === ''}>
          {t('Mark')}
        </Button>
      </Group>
    </form>
  )
}
