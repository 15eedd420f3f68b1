import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useText } from '../../../../core/react/hooks/use-text.js'
import styles from '../fretboard-page.module.css'

const ViewOptions = lazy(() => import('./view-options.js'))

export function ViewMenu() {
  const { t } = useText()
  return (
    <Popover width={280} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={styles.tool} rightSection={<IconChevronDown size={14} />}>
          {t('View')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('View')}>
        <Suspense>
          <ViewOptions />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
