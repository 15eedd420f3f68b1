import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { NECK_VIEW, SONG_TUNING } from '../../fretboard/tokens.js'
import { lettersOf, tuningInUse } from '../tablature/song-tuning.js'

export function TrackTuning() {
  const { t } = useText()
  const { commands } = useKernel()
  const song = useStore(useService(SONG_TUNING))
  const neck = useStore(useService(NECK_VIEW))
  const inUse = tuningInUse(song, neck)
  if (!song || !inUse) return null
  const words = ({ strings, capo }: { readonly strings: readonly number[]; readonly capo: number }) => {
    const letters = lettersOf(strings, neck.noteNames)
    return capo > 0 ? t('{{strings}}, capo {{capo}}', { strings: letters, capo }) : letters
  }
  const own = neck.own ?? neck
  const mine = words({ ...own, ...own.tuning })
  const run = (command: string) => void commands.execute(`tablature.${command}`)
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          {...{ size: 'xs', px: 10, fz: 12, fw: 500, variant: 'light', color: 'accent' }}
          rightSection={<IconChevronDown size={14} />}
        >
          {inUse === 'track'
            ? t('This track’s tuning · {{strings}}', { strings: words(song) })
            : t('Your tuning · {{strings}}', { strings: mine })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {inUse === 'track' ? (
          <>
            <Menu.Item onClick={() => run('keep-tuning')} rightSection={mine}>
              {t('Keep my tuning')}
            </Menu.Item>
            <Menu.Item onClick={() => run('find-for-mine')}>{t('Find positions for my tuning')}</Menu.Item>
          </>
        ) : (
          <Menu.Item onClick={() => run('use-tuning')} rightSection={words(song)}>
            {t('Use the track’s tuning')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
