import { VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { NECK_EXTENSIONS } from '../internal-tokens.js'
import { summaryOf, summaryWords } from '../neck/neck-summary.js'
import { panelSettings } from '../settings.js'
import { NECK_VIEW, TUNING_LIST } from '../tokens.js'
import { FirstSteps } from './first-steps.js'
import styles from './fretboard-page.module.css'
import { Neck } from './neck/neck.js'
import { NeckSummaryText } from './neck/neck-summary-text.js'
import { NowLine } from './now-line.js'
import { IgnoredSettings, OpenedLink } from './opened-link.js'
import { Toolbar } from './tools/toolbar.js'

const ChordFinderPanel = lazy(() => import('./chord-finder/chord-finder-panel.js'))

export default function FretboardPage() {
  const { t } = useText()
  return (
    <div className={styles.page}>
      <VisuallyHidden component="h1">{t('Fretboard')}</VisuallyHidden>
      <PaperTitle />
      <Toolbar />
      <OpenedLink />
      <IgnoredSettings />
      <Finder />
      <Stage>
        <Neck />
        <Line />
      </Stage>
      <NeckSummaryText />
      {/* Song and tablature are read while looking at the neck, so they come right below it. */}
      <Panels />
      <FirstSteps />
    </div>
  )
}

// Separate components, so that opening a panel doesn't render the neck.

function Stage({ children }: { children: ReactNode }) {
  const { commands } = useKernel()
  const withSong = useStore(commands.conditions, () => commands.holds('player.song'))
  return (
    <div className={`fw-card ${styles.stage}`} data-song={withSong || undefined}>
      {children}
    </div>
  )
}

function Finder() {
  const isOpen = useStore(useKernel().settings.store(panelSettings), panels => panels.chordFinder)
  return (
    isOpen && (
      <Suspense>
        <ChordFinderPanel />
      </Suspense>
    )
  )
}

function Line() {
  return useStore(useKernel().settings.store(panelSettings), panels => panels.chordLine) && <NowLine />
}

function Panels() {
  const panels = useStore(useService(NECK_EXTENSIONS).panels.items)
  return panels
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ id, plugin, screen }) => <PluginScreen key={id} plugin={plugin} screen={screen} part />)
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
