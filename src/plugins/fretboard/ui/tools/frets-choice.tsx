/** Selects the visible frets. */
import { Group, RangeSlider, Text } from '@mantine/core'
import { useState } from 'react'
import { MAX_FRET } from '../../../../core/music/guitar/position.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'

export function FretsChoice() {
  const { t } = useText()
  const { commands } = useKernel()
  const view = useService(NECK_VIEW)
  const fretMin = useStore(view, now => now.fretMin)
  const fretMax = useStore(view, now => now.fretMax)
  const capo = useStore(view, now => now.capo)
  // While a thumb moves, only the numbers change; the neck is redrawn when it is released.
  const [moving, setMoving] = useState<[number, number]>()
  const [first, last] = moving ?? [fretMin, fretMax]
  const choose = async (range: [number, number]) => {
    setMoving(range)
    const [from, to] = range
    await commands.execute('fretboard.set-frets', { from, to })
    // Back to the current range in any case: the command may be refused, or a song may need more frets.
    setMoving(now => (now === range ? undefined : now))
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('Frets')}{' '}
        <Text span size="sm" fw={600} c="var(--fw-ink)" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {first}–{last}
        </Text>
      </Text>
      <RangeSlider
        w={150}
        min={0}
        max={MAX_FRET - capo}
        minRange={0}
        step={1}
        size="sm"
        label={null}
        value={[first, last]}
        onChange={setMoving}
        onChangeEnd={range => void choose(range)}
        thumbFromLabel={t('First fret')}
        thumbToLabel={t('Last fret')}
      />
    </Group>
  )
}
