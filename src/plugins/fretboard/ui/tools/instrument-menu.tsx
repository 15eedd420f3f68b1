import { ActionIcon, Popover } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from '../fretboard-page.module.css'

const InstrumentOptions = lazy(() => import('./instrument-options.js'))

export function InstrumentMenu() {
  const { t } = useText()
  const fret = useStore(useService(NECK_VIEW), view => view.capo)
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      {fret > 0 && <span className={styles.capo}>{t('Capo {{fret}}', { fret })}</span>}
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('Instrument')}>
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <InstrumentOptions />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
