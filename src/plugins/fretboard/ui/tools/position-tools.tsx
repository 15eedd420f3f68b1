/** Cuts the scale into positions and goes from one to the next; says which key is easier to read. */
import { Group, Text } from '@mantine/core'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { SHARED_VIEW } from '../../internal-tokens.js'
import { withSigns } from '../../neck/neck-label.js'
import { simplerTonic } from '../../scales/enharmonic.js'
import { SCALE_POSITION_CHOICES } from '../../scales/position-words.js'
import { fretboardSettings } from '../../settings.js'
import { NECK_VIEW } from '../../tokens.js'
import { Stepper } from './stepper.js'

export function PositionTools() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-positions')
  const { settings } = useKernel()
  const own = useStore(settings.store(fretboardSettings), state => state.positions)
  // A link may show them otherwise than the settings say.
  const ofLink = useStore(useService(SHARED_VIEW), guest => guest?.settings.positions)
  const view = useService(NECK_VIEW)
  const position = useStore(view, now => now.position)
  const scale = useStore(view, now => now.scale)
  const simpler = simplerTonic(scale.name)
  return (
    <Group gap="xs">
      <Select
        aria-label={t('Scale positions')}
        w={210}
        data={SCALE_POSITION_CHOICES.map(({ value, label }) => ({ value, label: tm('fretboard', label) }))}
        value={ofLink ?? own}
        onChange={positions => positions !== null && command.run({ positions })}
        allowDeselect={false}
      />
      {position && (
        <Stepper previous="fretboard.previous-position" next="fretboard.next-position">
          {`${withSigns(position.name)} · ${t('{{index}} of {{total}}', { index: position.index + 1, total: position.total })}`}
        </Stepper>
      )}
      {simpler && (
        <Text size="sm" c="dimmed">
          {t('Easier to read in {{tonic}}.', { tonic: withSigns(simpler) })}
        </Text>
      )}
    </Group>
  )
}
