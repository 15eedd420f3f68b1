/** The drawer that answers one question: is what I play being heard? */
import { Switch } from '@mantine/core'
import { useMemo } from 'react'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { COMPUTER_KEYBOARD, MIDI_ACCESS, MIDI_INPUTS, VIRTUAL_INPUTS } from '../tokens.js'
import { AccessHelp } from './access-help.js'
import classes from './device-status.module.css'
import { InputPorts } from './input-ports.js'
import { LogSection } from './log-section.js'

export default function DeviceStatus() {
  const { t } = useText()
  const access = useStore(useService(MIDI_ACCESS).view)
  const inputs = useStore(useService(MIDI_INPUTS).view)
  const keyboard = useService(COMPUTER_KEYBOARD)
  const virtual = useStore(useService(VIRTUAL_INPUTS).view)
  const ports = useMemo(() => [...access.inputs, ...virtual], [access.inputs, virtual])
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
