/** The tablature of the open song, below the neck. */
import { Stack, Text } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { ScreenBoundary } from '../../../core/react/plugin-screen.js'
import { type OpenSong, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import { tablatureSettings } from '../settings.js'
import { tabTime } from '../tab-time.js'
import { Lane } from './lane.js'
import { LaneTools } from './lane-tools.js'
import { PaperTab } from './paper-tab.js'

export default function TablaturePanel() {
  // Deferred, so that drawing doesn't interrupt playing.
  const song = useDeferredValue(useStore(useService(SONG_SESSION).view, view => view.song))
  const shown = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.shown)
  if (!song || !shown) return null
  return (
    <>
      <Opened song={song} />
      <PaperTab song={song} />
    </>
  )
}

function Opened({ song }: { song: OpenSong }) {
  const { t } = useText()
  const working = useStore(useService(SONG_FINGERING).view, view => view.working)
  const empty = useStore(useService(SONG_FINGERING).view, view => view.notes.length === 0)
  const time = useMemo(() => tabTime(song), [song])
  return (
    <Stack
      component="section"
      className="fw-card fw-on-screen"
      aria-label={t('Tablature')}
      aria-busy={working}
      gap={8}
      px={{ base: 8, sm: 16 }}
      py={8}
      miw={0}
    >
      {empty ? (
        <Text c="dimmed">{t('The shown tracks have no notes for the neck. Show another track.')}</Text>
      ) : (
        <>
          <LaneTools />
          {/* Per song: one that can't be drawn doesn't affect the next. */}
          <ScreenBoundary key={song.key} renderError={() => <Undrawn />}>
            <Lane song={song} time={time} />
          </ScreenBoundary>
        </>
      )}
    </Stack>
  )
}

function Undrawn() {
  const { t } = useText()
  return <Text role="alert">{t('This song can’t be shown as tablature. Open another song.')}</Text>
}
