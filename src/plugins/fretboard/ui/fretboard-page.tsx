import { Alert, Box, Group, VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useMatch } from 'react-router-dom'
import { CommandButton } from '../../../core/react/command-button.js'
import { GuestNote } from '../../../core/react/guest-note.js'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { NECK_EXTENSIONS } from '../neck/neck-extensions.js'
import { summaryOf, summaryWords } from '../neck/neck-summary.js'
import { fretboardSettings, panelSettings } from '../settings.js'
import { SHARED_VIEW } from '../sharing/shared-view.js'
import {
  isDefaultView,
  isLink,
  LINK_PARAMETERS,
  type LinkState,
  linkParameters,
} from '../sharing/view-link.js'
import { linkState } from '../sharing/view-link-commands.js'
import {
  type FretboardPanel,
  NECK_VIEW,
  type NeckView,
  SELECTION,
  SONG_LAYOUT,
  TUNING_LIST,
} from '../tokens.js'
import { FirstSteps } from './first-steps.js'
import styles from './fretboard-page.module.css'
import { Neck } from './neck/neck.js'
import { NeckSummaryText } from './neck/neck-summary-text.js'
import { NowLine } from './now-line.js'
import { Toolbar } from './tools/toolbar.js'

const ChordFinderPanel = lazy(() => import('./chord-finder/chord-finder-panel.js'))

export default function FretboardPage() {
  const { t } = useText()
  const isShared = useMatch('/link/:token') !== null
  return (
    <Page>
      {!isShared && <VisuallyHidden component="h1">{t('Fretboard')}</VisuallyHidden>}
      <PaperTitle />
      <OpenedLink />
      <IgnoredSettings />
      <Parts />
      <FirstSteps />
    </Page>
  )
}

export function DemoPage() {
  const { t } = useText()
  const { commands, guest } = useKernel()
  const playing = useStore(commands.conditions, () => commands.holds('player.playing'))
  if (!guest) return <Navigate to="/fretboard" replace />
  return (
    <>
      {!playing && (
        <Box px={{ base: 12, sm: 16 }} pt={12}>
          <GuestNote lead={t('Try everything: this demo doesn’t save anything.')} />
        </Box>
      )}
      <FretboardPage />
    </>
  )
}

function useSongLayout() {
  const { commands } = useKernel()
  const withSong = useStore(commands.conditions, () => commands.holds('player.song'))
  const layout = useStore(useService(SONG_LAYOUT))
  return withSong ? layout : undefined
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page} data-layout={useSongLayout()}>
      {children}
    </div>
  )
}

/**
 * While a song is open, music comes first, then the neck, then tools.
 * React keys let the parts move without remounting.
 */
function Parts() {
  const layout = useSongLayout()
  useEffect(() => {
    if (layout) document.documentElement.scrollTop = 0
  }, [layout])
  const panels = useStore(useService(NECK_EXTENSIONS).panels.items).toSorted(
    (a, b) => (a.order ?? 0) - (b.order ?? 0),
  )
  const isMusic = (panel: FretboardPanel) => layout !== undefined && panel.isMusic === true
  const screens = (shown: readonly FretboardPanel[]) =>
    shown.map(({ id, plugin, screen }) => <PluginScreen key={id} plugin={plugin} screen={screen} part />)
  const tools = [<Toolbar key="tools" />, <Finder key="finder" />]
  const neck = layout !== 'score' && (
    <Stage key="neck">
      <Neck />
      <Line />
    </Stage>
  )
  return [
    ...screens(panels.filter(isMusic)),
    ...(layout ? [neck, ...tools] : [...tools, neck]),
    <NeckSummaryText key="summary" />,
    ...screens(panels.filter(panel => !isMusic(panel))),
  ]
}

// Separate components, so that opening a panel or playing a song doesn't re-render the neck.

function Stage({ children }: { children: ReactNode }) {
  const { commands } = useKernel()
  const song = useStore(commands.conditions, () =>
    commands.holds('player.playing') ? 'playing' : commands.holds('player.song') ? 'open' : undefined,
  )
  return (
    <div className={`fw-card ${styles.stage}`} data-stage data-song={song}>
      {children}
    </div>
  )
}

function Finder() {
  const isOpen = useStore(useKernel().settings.store(panelSettings), panels => panels.chordFinder)
  const [wasOpen, setWasOpen] = useState(isOpen)
  useEffect(() => {
    if (!isOpen) setWasOpen(false)
  }, [isOpen])
  return (
    isOpen && (
      <Suspense>
        <ChordFinderPanel arrives={!wasOpen} />
      </Suspense>
    )
  )
}

function Line() {
  return useStore(useKernel().settings.store(panelSettings), panels => panels.chordLine) && <NowLine />
}

function PaperTitle() {
  return usePrinting() ? <Title /> : null
}

function Title() {
  const { t, tm } = useText()
  const view = useStore(useService(NECK_VIEW))
  const words = summaryWords(view, useStore(useService(TUNING_LIST)), tm)
  const title = t('{{scale}} – {{tuning}}', { scale: words.scaleName, tuning: words.tuningName })
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <header className="fw-on-paper">
      <h2 style={{ margin: 0 }}>{title}</h2>
      <p style={{ margin: 0 }}>{summaryOf(view, words).join(' ')}</p>
    </header>
  )
}

function OpenedLink() {
  const { t } = useText()
  const { commands } = useKernel()
  const shared = useStore(useService(SHARED_VIEW))
  useEffect(() => {
    const link = window.location.search
    // The user's settings may have changed since the page wrote this URL.
    if (isWrittenAddress() || !isLink(new URLSearchParams(link))) return
    void commands.execute('fretboard.open-link', { link })
  }, [commands])
  useAddress()
  if (!shared) return null
  return (
    <Alert role="status" variant="outline">
      <Group justify="space-between" gap="sm">
        {t('You’re viewing a shared link. Your settings haven’t changed.')}
        <Group gap="xs">
          <CommandButton command="fretboard.keep-link" size="compact-sm" />
          <CommandButton command="fretboard.leave-link" size="compact-sm" variant="default" />
        </Group>
      </Group>
    </Alert>
  )
}

const NOTHING: NeckView['ignored'] = []

function ignoredOf({ ignored }: NeckView): NeckView['ignored'] {
  return ignored.length === 0 ? NOTHING : ignored
}

function IgnoredSettings() {
  const { tm } = useText()
  const ignored = useStore(useService(NECK_VIEW), ignoredOf)
  if (ignored.length === 0) return null
  return (
    <Alert color="yellow" variant="outline" role="status">
      {ignored.map(({ sentence, values }) => (
        <div key={sentence}>{tm('fretboard', sentence, values)}</div>
      ))}
    </Alert>
  )
}

const REST_MS = 400 // browsers allow about three URL changes per second

/** Stored in session storage because history state doesn't survive a login. */
const OWN_ADDRESSES = 'fretworkOwnNeck'
const OWN_KEPT = 2 // a pending reload may still use the previous URL

function isWrittenAddress(): boolean {
  return writtenAddresses().includes(window.location.search)
}

function writtenAddresses(): readonly string[] {
  try {
    return sessionStorage.getItem(OWN_ADDRESSES)?.split(' ') ?? []
  } catch {
    // Browsers throw if storage is disabled.
    return []
  }
}

function rememberAddress(): void {
  const kept = [window.location.search, ...writtenAddresses()].slice(0, OWN_KEPT)
  try {
    sessionStorage.setItem(OWN_ADDRESSES, kept.join(' '))
  } catch {
    // Not fatal: the URL is later treated as a link.
  }
}

function useAddress(): void {
  const { settings, host } = useKernel()
  const own = settings.store(fretboardSettings)
  const context = host.activeContext('fretboard')
  const shared = useService(SHARED_VIEW)
  const { positions } = useService(SELECTION)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => writeAddress(linkState(context, false), shared.getState() === undefined),
        REST_MS,
      )
    }
    const stops = [own, shared, positions].map(source => source.subscribe(soon))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [own, shared, positions, context])
}

function writeAddress(shown: LinkState, isOwn: boolean): void {
  const { pathname, search, hash } = window.location
  const parameters = new URLSearchParams(search)
  for (const name of LINK_PARAMETERS) parameters.delete(name)
  if (!isDefaultView(shown)) for (const [name, value] of linkParameters(shown)) parameters.append(name, value)
  const text = parameters.toString()
  window.history.replaceState(window.history.state, '', `${pathname}${text === '' ? '' : `?${text}`}${hash}`)
  if (isOwn) rememberAddress()
}
