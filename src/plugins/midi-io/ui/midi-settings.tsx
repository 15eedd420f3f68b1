/** The drawer that says where notes go, and how loud. */
import { Button, Slider } from '@mantine/core'
import { useId } from 'react'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { Select } from '../../../core/react/select.js'
import { WholeNumber } from '../../../core/react/whole-number.js'
import { PLUGIN_OUTPUTS } from '../internal-tokens.js'
import { deviceSettings, midiSettings, OCTAVES } from '../settings.js'
import { MIDI_ACCESS } from '../tokens.js'
import { NoOutputHint, OutputLights } from './output-activity.js'
import { ThruSection } from './thru-section.js'

const CHANNELS = Array.from({ length: 16 }, (_, index) => String(index + 1))

export default function MidiSettings() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(midiSettings)
  const { outputPort, outputChannel, midiOctaveOffset, velocity } = useStore(settings)
  const devices = useStore(useService(MIDI_ACCESS).view, view => view.outputs)
  const built = useStore(useService(PLUGIN_OUTPUTS))
  const outputs = [...devices, ...built.map(({ id, name }) => ({ id, name: tm(id, name) }))]
  const kept = useStore(useService(SETTINGS).store(deviceSettings), ({ output }) => output)
  const panic = useCommand('midi-io.panic')
  const id = useId()

  const ports = outputs.map(port => ({ value: port.id, label: port.name }))
  const missing = outputPort !== '' && !outputs.some(port => port.id === outputPort)
  const lost = kept?.id === outputPort ? kept.name : outputPort
  const choices = [
    { value: '', label: t('None') },
    ...ports,
    ...(missing ? [{ value: outputPort, label: t('Not connected: {{port}}', { port: lost }) }] : []),
  ]

  return (
    <div className={drawer.form}>
      <label htmlFor={`${id}-output`}>{t('Output')}</label>
      <Select
        id={`${id}-output`}
        size="xs"
        data={choices}
        value={outputPort}
        allowDeselect={false}
        onChange={port => settings.change({ outputPort: port ?? '' })}
      />
      {devices.length === 0 && outputPort === '' && <NoOutputHint />}
      <OutputLights />
      <label htmlFor={`${id}-channel`}>{t('Channel')}</label>
      <Select
        id={`${id}-channel`}
        size="xs"
        data={[{ value: '0', label: t('All') }, ...CHANNELS]}
        value={String(outputChannel)}
        allowDeselect={false}
        onChange={channel => settings.change({ outputChannel: Number(channel ?? 1) })}
      />
      <label htmlFor={`${id}-octave`}>{t('Octave offset')}</label>
      <WholeNumber
        id={`${id}-octave`}
        size="xs"
        value={midiOctaveOffset}
        min={-OCTAVES}
        max={OCTAVES}
        onTake={octaves => settings.change({ midiOctaveOffset: octaves })}
      />
      <span id={`${id}-velocity`}>{t('Velocity')}</span>
      <Slider
        aria-labelledby={`${id}-velocity`}
        thumbLabel={t('Velocity')}
        size="xs"
        min={0}
        max={1}
        step={0.01}
        value={velocity}
        label={value => value.toFixed(2)}
        onChange={value => settings.change({ velocity: value })}
      />
      <Button
        className={drawer.wide}
        mt={4}
        size="xs"
        variant="default"
        title={panic.title}
        onClick={() => panic.run()}
      >
        {t('Panic')}
      </Button>
      <ThruSection />
    </div>
  )
}
