/** The drawer that answers one question: is what I play being heard? */
import { Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { EVENTS } from '../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { COMPUTER_KEYBOARD, INPUT_PORTS } from '../internal-tokens.js'
import { CHANNELS } from '../settings.js'
import { type InputPort, type InputView, MIDI_ACCESS, MIDI_EVENT, MIDI_INPUTS } from '../tokens.js'
import { AccessHelp } from './access-help.js'
import { ActivityLights } from './activity-lights.js'
import classes from './device-status.module.css'
import { GuitarMenu } from './guitar-menu.js'
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
        mt={8}
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

interface InputPortsProps {
  readonly ports: readonly InputPort[]
  /** How each of them is set up. */
  readonly inputs: readonly InputView[]
}

export function InputPorts({ ports, inputs }: InputPortsProps) {
  const events = useService(EVENTS)
  const list = useRef<HTMLUListElement>(null)
  const { t } = useText()
  const toggle = useCommand('midi-io.toggle-input')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that are looked for here come with the ports
  useEffect(() => {
    const lights = new ActivityLights()
    for (const row of list.current?.querySelectorAll('[data-port]') ?? []) {
      lights.attach(row.getAttribute('data-port') ?? '', [...row.querySelectorAll('i')])
    }
    const listening = events.on(MIDI_EVENT, event => lights.flash(event.portId, event.channel))
    return () => {
      listening.dispose()
      lights.stop()
    }
  }, [events, ports])

  return (
    <ul className={classes.ports} ref={list} aria-label={t('MIDI inputs')}>
      {ports.map(({ id, name, manufacturer }) => {
        const input = inputs.find(each => each.id === id)
        return (
          <li
            key={id}
            className={classes.port}
            data-port={id}
            data-off={input?.enabled === false || undefined}
          >
            <span className={classes.portName} title={name}>
              {name}
            </span>
            {input && <GuitarMenu input={input} />}
            <Switch
              size="xs"
              aria-label={t('Hear what “{{name}}” plays', { name })}
              checked={input?.enabled ?? true}
              onChange={() => toggle.run({ input: id })}
            />
            <small className={classes.maker}>
              {manufacturer}
              {input && <Understood input={input} />}
            </small>
            <span className={classes.lights} aria-hidden="true" title={t('Channels 1 to 16')}>
              {CHANNELS.map(channel => (
                <i key={channel} />
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Understood({ input: { enabled, guitar } }: { input: InputView }) {
  const { t } = useText()
  const { active, mismatch, firstChannel: first, lastChannel: last } = guitar
  if (!enabled) return <span>{t('Switched off')}</span>
  if (!active) return null
  return (
    <>
      <span>{t('MIDI guitar, strings on channels {{first}}–{{last}}', { first, last })}</span>
      {mismatch && <span className={classes.warning}>{t('The tuning does not match.')}</span>}
    </>
  )
}
