import { Button, Group, Popover, RangeSlider, Text } from '@mantine/core'
import { useState } from 'react'
import { MAX_FRET } from '../../../../core/music/guitar/position.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'
import styles from '../fretboard-page.module.css'

const QUICK: readonly [number, number][] = [
  [0, 5],
  [0, 12],
  [5, 12],
  [0, 22],
]

export function FretsChoice() {
  const { t } = useText()
  const { commands } = useKernel()
  const view = useService(NECK_VIEW)
  const fretMin = useStore(view, now => now.fretMin)
  const fretMax = useStore(view, now => now.fretMax)
  const capo = useStore(view, now => now.capo)
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
          <Text span inherit c="dimmed" visibleFrom="sm">
            {t('Frets')}&nbsp;
          </Text>
          {range}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Frets')}>
        <Group justify="space-between" mb="xs">
          <Text size="sm">{t('Frets')}</Text>
          <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {range}
          </Text>
        </Group>
        <RangeSlider
          min={0}
          max={MAX_FRET - capo}
          minRange={0}
          step={1}
          label={null}
          value={[first, last]}
          onChange={setMoving}
          onChangeEnd={chosen => void choose(chosen)}
          thumbFromLabel={t('First fret')}
          thumbToLabel={t('Last fret')}
        />
        <Group gap={6} grow mt="md">
          {QUICK.map(([from, to]) => (
            <Button key={`${from} ${to}`} size="xs" variant="default" onClick={() => void choose([from, to])}>
              {`${from}–${to}`}
            </Button>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
