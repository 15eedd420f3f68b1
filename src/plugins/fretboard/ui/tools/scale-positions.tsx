import { useMemo } from 'react'
import { shownNote, withSigns } from '../../../../core/music/guitar/note-names.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import {
  useKernel,
  useService,
  useStore,
  useStoreLater,
  useText,
} from '../../../../core/react/kernel-context.js'
import { Hint } from '../../../../core/react/looks.js'
import { SHARED_VIEW } from '../../internal-tokens.js'
import { SCALE_POSITION_CHOICES } from '../../neck/neck-looks.js'
import { simplerTonic } from '../../scales/scale.js'
import { fretboardSettings } from '../../settings.js'
import { NECK_VIEW, type NeckView } from '../../tokens.js'
import { Choice } from './instrument-menu.js'
import { Stepper } from './stepper.js'

export function ScalePositionKind() {
  const { t } = useText()
  const command = useCommand('fretboard.set-positions')
  const { settings } = useKernel()
  const custom = useStore(settings.store(fretboardSettings), state => state.positions)
  const shared = useStore(useService(SHARED_VIEW), shown => shown?.settings.positions)
  return (
    <Choice
      label={t('Scale positions')}
      choices={SCALE_POSITION_CHOICES}
      value={shared ?? custom}
      choose={positions => command.run({ positions })}
    />
  )
}

const positionOf = ({ position }: NeckView) => position
const scaleNameOf = ({ scale }: NeckView) => scale.name

export function ShownScalePosition() {
  const { t } = useText()
  const view = useService(NECK_VIEW)
  const noteNames = useStore(view, now => now.noteNames)
  const position = useStoreLater(view, positionOf)
  const scale = useStoreLater(view, scaleNameOf)
  const simpler = useMemo(() => simplerTonic(scale), [scale])
  return (
    <>
      {simpler && <Hint>{t('Easier to read as {{tonic}}.', { tonic: shownNote(simpler, noteNames) })}</Hint>}
      {position && (
        <Stepper previous="fretboard.previous-position" next="fretboard.next-position">
          {`${withSigns(position.name)} · ${t('{{index}} of {{total}}', { index: position.index + 1, total: position.total })}`}
        </Stepper>
      )}
    </>
  )
}
