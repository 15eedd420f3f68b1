import { Button, Group, Stack } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { DockPopover } from '../../../core/react/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { type Text, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { NameForm } from '../../../core/react/list-page.js'
import { Hint, IconButton } from '../../../core/react/looks.js'
import { type BarRange, PLAYBACK_SETTINGS } from '../../player/tokens.js'
import { barsText, LONGEST_NAME } from '../settings.js'
import { SECTIONS, type SongSection } from '../tokens.js'

export const barsName = ({ from, to }: BarRange, t: Text['t']) =>
  from === to ? t('Bar {{from}}', { from }) : t('Bars {{from}}–{{to}}', { from, to })

export function SectionsTool() {
  const { t } = useText()
  const sections = useStore(useService(SECTIONS).view)
  const loop = useStore(useService(PLAYBACK_SETTINGS).view, view => view.loop)
  const here = sections.find(({ from, to }) => from === loop?.from && to === loop.to)
  return (
    <DockPopover
      caption={here?.name ?? t('Sections')}
      label={t('Song sections')}
      icon={<IconBookmark size={20} />}
      width={320}
    >
      <Stack gap="xs">
        {sections.length === 0 && (
          <Hint>{t('This song has no sections. Loop some bars, then save the loop as a section.')}</Hint>
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
        {`${name}: ${barsName({ from, to }, t)}`}
      </Button>
      {own && (
        <IconButton
          icon={IconTrash}
          label={t('Remove “{{name}}”', { name })}
          onClick={() => remove.run({ section: barsText(section) })}
        />
      )}
    </Group>
  )
}

function Mark({ loop: { from, to } }: { loop: BarRange }) {
  const { t } = useText()
  const mark = useCommand('practice.mark-section')
  return (
    <NameForm
      label={
        from === to ? t('Name for bar {{from}}', { from }) : t('Name for bars {{from}}–{{to}}', { from, to })
      }
      submit={t('Save section')}
      placeholder={t('Chorus')}
      maxLength={LONGEST_NAME}
      onName={name => mark.run({ name })}
    />
  )
}
