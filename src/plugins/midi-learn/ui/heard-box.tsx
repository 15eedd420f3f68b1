/** What is heard, at once: the control, where it is, and how far it is moved. */
import { Progress } from '@mantine/core'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { MIDI_ACCESS } from '../../midi-io/tokens.js'
import { controlWords } from '../control.js'
import type { LearnDraft } from '../learn-draft.js'
import type { Unfit } from '../tokens.js'
import classes from './controls-page.module.css'

interface HeardBoxProps extends Pick<LearnDraft, 'control' | 'port'> {
  /** 0–127; undefined until it moves. */
  readonly value: number | undefined
  /** What was heard since, and can run nothing. */
  readonly unfit: Unfit | undefined
}

export function HeardBox({ control, port, value, unfit }: HeardBoxProps) {
  const { t, tm } = useText()
  const { status, inputs } = useStore(useService(MIDI_ACCESS).view)
  const words = control && controlWords(control)
  const nothing = status !== 'OK' || inputs.length === 0
  return (
    <div className={classes.heard} data-heard={control !== undefined || undefined}>
      <div role="status">
        <p>
          {words
            ? tm('midi-learn', words.message, words.values)
            : t('Press the pedal, turn the knob or strike the pad …')}
        </p>
        {port && <p className={classes.dim}>{port.name}</p>}
        {unfit && (
          <p>
            {t('{{message}}: it cannot run a command. Keys, pads, pedals, knobs, wheels and programs can.', {
              message: tm('midi-learn', unfit.message, unfit.values),
            })}
          </p>
        )}
        {!control && nothing && (
          <p className={classes.dim}>
            {t('No MIDI input is connected. The drawer “Device status” beside the fretboard says why.')}
          </p>
        )}
      </div>
      {control?.kind !== 'program' && value !== undefined && (
        <Progress className={classes.value} value={(value / 127) * 100} aria-label={t('Value')} />
      )}
    </div>
  )
}
