/** The drawer that answers one question: is what I play being heard? */
import { Switch } from '@mantine/core'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { COMPUTER_KEYBOARD, INPUT_PORTS } from '../internal-tokens.js'
import { MIDI_ACCESS, MIDI_INPUTS } from '../tokens.js'
import { AccessHelp } from './access-help.js'
import classes from './device-status.module.css'
import { InputPorts } from './input-ports.js'
import { LogSection } from './log-section.js'

export default function DeviceStatus() {
  const { t } = useText()
  const access = useStore(useService(MIDI_ACCESS).view)
  const inputs = useStore(useService(MIDI_INPUTS).view)
  const keyboard = useService(COMPUTER_KEYBOARD)
  const { inputs: ports } = useStore(useService(INPUT_PORTS).connected)
  const playing = useStore(keyboard.enabled)
  return (
    <>
      <AccessHelp access={access} deaf={inputs.length > 0 && inputs.every(({ enabled }) => !enabled)} />
      {ports.length > 0 && <InputPorts ports={ports} inputs={inputs} />}
      <Switch
        className={classes.keyboard}
        size="xs"
        checked={playing}
        onChange={() => keyboard.toggle()}
        label={t('Computer keyboard')}
        description={playing ? t('A to K are white keys; Z and X change the octave.') : undefined}
      />
      <LogSection />
    </>
  )
}
