import { ActionIcon, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMusic } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PluginScreen, ScreenBoundary } from '../../../core/react/plugin-screen.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { type OpenSong, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import { VIEWS } from '../internal-tokens.js'
import { tablatureSettings } from '../settings.js'
import { songText } from '../tab-text.js'
import { tabTime } from '../tab-time.js'
import type { TablatureView } from '../tokens.js'
import { Lane } from './lane.js'
import { LaneTools } from './lane-tools.js'
import classes from './paper-tab.module.css'

export default function TablaturePanel() {
  // Deferred, so that drawing does not interrupt playing.
  const song = useDeferredValue(useStore(useService(SONG_SESSION).view, view => view.song))
  const shown = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.shown)
  const other = useOtherView()
  if (!song || !shown) return null
  return (
    <>
      <Opened song={song} other={other} />
      {!other && <PaperTab song={song} />}
    </>
  )
}

function useOtherView(): TablatureView | undefined {
  const view = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.view)
  return useStore(useService(VIEWS).items, views => views.find(({ id }) => id === view))
}

function Opened({ song, other }: { song: OpenSong; other: TablatureView | undefined }) {
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
      {other ? (
        <>
          <ViewChoice />
          <PluginScreen key={song.key} plugin={other.plugin} screen={other.screen} part />
        </>
      ) : empty ? (
        <Text c="dimmed">{t('The visible tracks have no notes for the neck. Show another track.')}</Text>
      ) : (
        <>
          <LaneTools views={<ViewChoice />} />
          {/* A song that can't be drawn must not affect the next. */}
          <ScreenBoundary key={song.key} renderError={() => <Undrawn />}>
            <Lane song={song} time={time} />
          </ScreenBoundary>
        </>
      )}
    </Stack>
  )
}

/** Leaves room for one tool more on a phone. */
const NARROW = '(max-width: 36em)'

function ViewChoice() {
  const { t, tm } = useText()
  const { commands } = useKernel()
  const views = useStore(useService(VIEWS).items)
  const other = useOtherView()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  if (views.length === 0) return null
  const choices = [
    { value: 'tablature', label: t('Tablature') },
    ...views.map(({ id, title, plugin }) => ({ value: id, label: tm(plugin, title) })),
  ]
  const value = other?.id ?? 'tablature'
  const choose = (view: string) => void commands.execute('tablature.show-view', { view })
  const next = choices[(choices.findIndex(choice => choice.value === value) + 1) % choices.length]
  if (narrow && next) {
    return (
      <ActionIcon variant="default" size={30} aria-label={next.label} onClick={() => choose(next.value)}>
        <IconMusic size={18} />
      </ActionIcon>
    )
  }
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('View')}
      value={value}
      onChange={choose}
      data={choices}
      style={{ alignSelf: 'flex-start' }}
    />
  )
}

function Undrawn() {
  const { t } = useText()
  return <Text role="alert">{t('This song can’t be shown as tablature. Open another song.')}</Text>
}

function PaperTab({ song }: { readonly song: OpenSong }) {
  return usePrinting() ? <Rows song={song} /> : null
}

function Rows({ song }: { readonly song: OpenSong }) {
  const view = useService(NECK_VIEW).getState()
  const text = songText(song, useService(SONG_FINGERING), view).write([])
  return (
    <div className={`fw-on-paper ${classes.rows}`}>
      <h2>{song.title}</h2>
      {text
        .trimEnd()
        .split('\n\n')
        .map(row => (
          <pre key={row}>{row}</pre>
        ))}
    </div>
  )
}
