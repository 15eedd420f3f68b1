/** Which input looks how on the neck, once more than one has played. */
import { Text } from '@mantine/core'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useOptionalService, useService } from '../../../core/react/kernel-context.js'
import { KEYBOARD_PORT, MIDI_INPUTS, type MidiInputs, NECK_PORT } from '../../midi-io/tokens.js'
import { NECK } from '../tokens.js'
import styles from './input-legend.module.css'
import { inputLook } from './lights/live-neck.js'

export function InputLegend() {
  const devices = useOptionalService(MIDI_INPUTS)
  const heard = useStore(useService(NECK).inputs)
  if (heard.length < 2) return null
  return devices ? <WithDevices devices={devices} heard={heard} /> : <Legend heard={heard} names={{}} />
}

function WithDevices({ devices, heard }: { devices: MidiInputs; heard: readonly string[] }) {
  const view = useStore(devices.view)
  return <Legend heard={heard} names={Object.fromEntries(view.map(({ id, name }) => [id, name]))} />
}

function Legend({ heard, names }: { heard: readonly string[]; names: Readonly<Record<string, string>> }) {
  const { t } = useText()
  const own: Readonly<Record<string, string>> = {
    [NECK_PORT]: t('This neck'),
    [KEYBOARD_PORT]: t('Computer keyboard'),
  }
  return (
    <ul className={styles.legend} aria-label={t('Inputs')}>
      {heard.map(id => (
        <li key={id}>
          <svg viewBox="-12 -12 24 24" width="18" height="18" aria-hidden="true">
            <circle className={styles.look} data-input={inputLook(heard, id)} r="8" />
          </svg>
          <Text span size="sm" c="dimmed">
            {own[id] ?? names[id] ?? id}
          </Text>
        </li>
      ))}
    </ul>
  )
}
