/** The sections of the song: looped by a click, with the best tempo of each; the loop can be marked as one. */
import { Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react'
import { DockTool } from '../../../core/react/dock/dock-tool.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PLAYBACK_SETTINGS } from '../../player/tokens.js'
import { SECTIONS, type SongSection } from '../tokens.js'

export function SectionsTool() {
  const { t } = useText()
  const sections = useStore(useService(SECTIONS).view)
  const { loop } = useStore(useService(PLAYBACK_SETTINGS).view)
  const go = useCommand('practice.loop-section')
  const mark = useCommand('practice.mark-section')
  const remove = useCommand('practice.remove-section')
  const here = sections.find(({ from, to }) => from === loop?.from && to === loop.to)
  const keyOf = ({ from, to }: SongSection) => `${from}-${to}`
  return (
    <Menu position="top" width={300} shadow="md">
      <Menu.Target>
        <DockTool caption={here?.name ?? t('Sections')} label={t('Sections of the song')}>
          <IconBookmark size={20} />
        </DockTool>
      </Menu.Target>
      <Menu.Dropdown>
        {sections.length === 0 && (
          <Menu.Label>{t('The file has no markers. Loop some bars and mark them as a section.')}</Menu.Label>
        )}
        {sections.map(section => (
          <Menu.Item
            key={keyOf(section)}
            aria-current={section === here || undefined}
            rightSection={section.bestTempo === undefined ? undefined : `${section.bestTempo} %`}
            onClick={() => go.run({ section: keyOf(section) })}
          >
            {t('{{name}}: bars {{from}}–{{to}}', {
              name: section.name,
              from: section.from,
              to: section.to,
            })}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconBookmarkPlus size={16} />}
          disabled={loop === undefined || here?.own}
          onClick={() => mark.run()}
        >
          {mark.title}
        </Menu.Item>
        {here?.own && (
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            onClick={() => remove.run({ section: keyOf(here) })}
          >
            {t('Remove “{{name}}”', { name: here.name })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
