/** Chooses which frets are shown. */
import { Group, RangeSlider, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { MAX_FRET } from '../../../core/music/place.js'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { NECK_VIEW } from '../tokens.js'

export function FretsChoice() {
  const { t } = useText()
  const command = useCommand('fretboard.set-frets')
  const view = useService(NECK_VIEW)
  const fretMin = useStore(view, now => now.fretMin)
  const fretMax = useStore(view, now => now.fretMax)
  const capo = useStore(view, now => now.capo)
  // While a thumb moves, only the numbers follow; the neck is drawn anew when it is let go.
  const [moving, setMoving] = useState<[number, number]>([fretMin, fretMax])
  useEffect(() => setMoving([fretMin, fretMax]), [fretMin, fretMax])
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t('Frets')}{' '}
        <Text span size="sm" fw={600} c="var(--fw-ink)" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {moving[0]}–{moving[1]}
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
        value={moving}
        onChange={setMoving}
        onChangeEnd={([from, to]) => command.run({ from, to })}
        thumbFromLabel={t('First fret')}
        thumbToLabel={t('Last fret')}
      />
    </Group>
  )
}
