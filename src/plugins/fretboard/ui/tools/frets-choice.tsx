import { Button, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from '../fretboard-page.module.css'

const FretsOptions = lazy(() => import('./frets-options.js'))

export function FretsChoice() {
  const { t } = useText()
  const { commands } = useKernel()
  const view = useService(NECK_VIEW)
  const fretMin = useStore(view, now => now.fretMin)
  const fretMax = useStore(view, now => now.fretMax)
  const [moving, setMoving] = useState<[number, number]>()
  const [first, last] = moving ?? [fretMin, fretMax]
  const choose = async (range: [number, number]) => {
    setMoving(range)
    const [from, to] = range
    await commands.execute('fretboard.set-frets', { from, to })
    // The command may be refused, or a song may need more frets.
    setMoving(now => (now === range ? undefined : now))
  }
  const range = `${first}–${last}`
  return (
    <Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={styles.tool} aria-label={t('Frets {{range}}', { range })}>
          <span className={styles.word}>{t('Frets')}&nbsp;</span>
          {range}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Frets')}>
        <Suspense>
          <FretsOptions
            first={first}
            last={last}
            onMove={setMoving}
            onChoose={chosen => void choose(chosen)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
