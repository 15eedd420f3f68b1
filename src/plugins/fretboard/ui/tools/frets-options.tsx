import { Button, Group, RangeSlider, Text } from '@mantine/core'
import { MAX_FRET } from '../../../../core/music/guitar/position.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { NECK_VIEW } from '../../tokens.js'

const QUICK: readonly [number, number][] = [
  [0, 5],
  [0, 12],
  [5, 12],
  [0, 22],
]

interface FretsOptionsProps {
  readonly first: number
  readonly last: number
  readonly onMove: (range: [number, number]) => void
  readonly onChoose: (range: [number, number]) => void
}

export default function FretsOptions({ first, last, onMove, onChoose }: FretsOptionsProps) {
  const { t } = useText()
  const capo = useStore(useService(NECK_VIEW), view => view.capo)
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm">{t('Frets')}</Text>
        <Text size="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${first}–${last}`}
        </Text>
      </Group>
      <RangeSlider
        min={0}
        max={MAX_FRET - capo}
        minRange={0}
        step={1}
        label={null}
        value={[first, last]}
        onChange={onMove}
        onChangeEnd={onChoose}
        thumbFromLabel={t('First fret')}
        thumbToLabel={t('Last fret')}
      />
      <Group gap={6} grow mt="md">
        {QUICK.map(([from, to]) => (
          <Button key={`${from} ${to}`} size="xs" variant="default" onClick={() => onChoose([from, to])}>
            {`${from}–${to}`}
          </Button>
        ))}
      </Group>
    </>
  )
}
