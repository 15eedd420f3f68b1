import { ActionIcon, Button, Checkbox, Group, Slider, Stack, Switch } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { Select } from '../../../core/react/inputs/select.js'
import { WholeNumber } from '../../../core/react/inputs/whole-number.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { PLUGIN_OUTPUTS } from '../output/output-targets.js'
import { CHANNELS, deviceSettings, midiSettings, OCTAVES, thruSettings } from '../settings.js'
import { THRU_KINDS } from '../thru/thru.js'
import { KEYBOARD_PORT, MIDI_ACCESS, MIDI_SENT, NO_OUTPUT } from '../tokens.js'
import { ActivityLights } from './activity-lights.js'
import deviceClasses from './device-status.module.css'
import classes from './thru-section.module.css'

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

  const standard = built.find(output => output.standard)
  const chosen = outputPort || (standard?.id ?? NO_OUTPUT)
  const ports = outputs.map(port => ({ value: port.id, label: port.name }))
  const missing = chosen !== NO_OUTPUT && !outputs.some(port => port.id === chosen)
  const lost = kept?.id === outputPort ? kept.name : outputPort
  const choices = [
    ...ports,
    { value: NO_OUTPUT, label: t('None') },
    ...(missing ? [{ value: chosen, label: t('Not connected: {{port}}', { port: lost }) }] : []),
  ]

  return (
    <div className={drawer.form}>
      <label htmlFor={`${id}-output`}>{t('Output')}</label>
      <Select
        id={`${id}-output`}
        size="xs"
        data={choices}
        value={chosen}
        onChange={port => settings.change({ outputPort: port ?? '' })}
      />
      {missing && <NoOutputHint missing={lost} />}
      {devices.length === 0 && outputPort === '' && !standard && <NoOutputHint />}
      <OutputLights />
      <label htmlFor={`${id}-channel`}>{t('Channel')}</label>
      <Select
        id={`${id}-channel`}
        size="xs"
        data={[{ value: '0', label: t('All') }, ...CHANNELS.map(String)]}
        value={String(outputChannel)}
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
        label={value => t('{{percent}}%', { percent: Math.round(value * 100) })}
        thumbValueText={value => t('{{percent}}%', { percent: Math.round(value * 100) })}
        onChange={value => settings.change({ velocity: value })}
      />
      <SecondaryButton
        className={drawer.wide}
        mt={4}
        size="xs"
        title={panic.title}
        onClick={() => panic.run()}
      >
        {t('Panic')}
      </SecondaryButton>
      <ThruSection />
    </div>
  )
}

const ROW = 'output'

function OutputLights() {
  const events = useService(EVENTS)
  const row = useRef<HTMLSpanElement>(null)
  const { t } = useText()

  useEffect(() => {
    const lights = new ActivityLights()
    lights.attach(ROW, [...(row.current?.querySelectorAll('i') ?? [])])
    const listening = events.on(MIDI_SENT, ({ bytes: [status = 0] }) => {
      if (status < 0xf0) lights.flash(ROW, (status & 15) + 1)
    })
    return () => {
      listening.dispose()
      lights.stop()
    }
  }, [events])

  return (
    <>
      <span aria-hidden="true">{t('Activity')}</span>
      <span className={deviceClasses.lights} ref={row} aria-hidden="true" title={t('Channels 1 to 16')}>
        {CHANNELS.map(channel => (
          <i key={channel} />
        ))}
      </span>
    </>
  )
}

/** Shown while there is no working output, unless the user has turned output off. */
function NoOutputHint({ missing }: { missing?: string }) {
  const { t, tm } = useText()
  const { status } = useStore(useService(MIDI_ACCESS).view)
  const built = useStore(useService(PLUGIN_OUTPUTS))
  const select = useCommand('midi-io.select-output')
  const again = useCommand('midi-io.request-access')
  const sentence = () => {
    if (missing !== undefined) {
      const values = { port: missing }
      return t('“{{port}}” isn’t connected, so you won’t hear anything. Connect it, or:', values)
    }
    if (status !== 'OK') return t('Fretwork needs MIDI access to send messages to devices.')
    return t('No output is connected or selected. Connect a device, or:')
  }
  if (missing !== undefined && status === 'PROMPT') return null
  return (
    <div className={drawer.wide}>
      <Hint size="xs">{sentence()}</Hint>
      <Group gap={8} mt={8}>
        {built.map(({ id, name }) => (
          <Button key={id} size="compact-xs" onClick={() => select.run({ port: id })}>
            {t('Use “{{output}}”', { output: tm(id, name) })}
          </Button>
        ))}
        {status !== 'unsupported' && (
          <SecondaryButton size="compact-xs" onClick={() => again.run()}>
            {t('Try again')}
          </SecondaryButton>
        )}
      </Group>
    </div>
  )
}

const TITLES = new Map(thruSettings.fields?.map(({ id, title }) => [id, title ?? id]))

function ThruSection() {
  const { t } = useText()
  const { on } = useStore(useService(SETTINGS).store(thruSettings))
  const toggle = useCommand('midi-io.toggle-thru')
  return (
    <Stack
      component="section"
      className={drawer.wide}
      gap={8}
      pt={8}
      style={{ borderTop: '1px solid var(--fw-line)' }}
      aria-label={t('MIDI thru')}
    >
      <Switch size="xs" checked={on} onChange={() => toggle.run()} label={t('MIDI thru')} />
      {on ? <ThruFilter /> : <Hint size="xs">{t('Forwards input to the output.')}</Hint>}
    </Stack>
  )
}

function ThruFilter() {
  const { t, tm } = useText()
  const settings = useService(SETTINGS).store(thruSettings)
  const thru = useStore(settings)
  const devices = useStore(useService(MIDI_ACCESS).view, view => view.inputs)
  const channel = useCommand('midi-io.toggle-thru-channel')
  const input = useCommand('midi-io.toggle-thru-input')
  const inputs = [...devices, { id: KEYBOARD_PORT, name: t('Computer keyboard') }]
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{t('Message types')}</legend>
        {THRU_KINDS.map(kind => (
          <Checkbox
            key={kind}
            size="xs"
            checked={thru[kind]}
            onChange={() => settings.change({ [kind]: !thru[kind] })}
            label={tm('midi-io', TITLES.get(kind) ?? kind)}
          />
        ))}
      </fieldset>
      <fieldset className={classes.group} style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <legend>{t('Inputs')}</legend>
        {inputs.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="xs"
            checked={!thru.withoutInputs.includes(id)}
            onChange={() => input.run({ port: id })}
            label={name}
          />
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('Channels')}</legend>
        <Group className={drawer.wide} gap={4} maw={220}>
          {CHANNELS.map(number => (
            <ActionIcon
              key={number}
              size={24}
              fz={11}
              variant={thru.channels.includes(number) ? 'filled' : 'default'}
              aria-pressed={thru.channels.includes(number)}
              aria-label={t('Channel {{channel}}', { channel: number })}
              onClick={() => channel.run({ channel: number })}
            >
              {number}
            </ActionIcon>
          ))}
        </Group>
        <Group className={drawer.wide} gap={8}>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => settings.change({ channels: [...CHANNELS] })}
          >
            {t('All channels')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => settings.change({ channels: [] })}>
            {t('No channel')}
          </Button>
        </Group>
      </fieldset>
    </>
  )
}
