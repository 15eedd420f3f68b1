/** The inputs that are there, each with a light per channel, its switch, and what it is taken for. */
import { Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { EVENTS } from '../../../core/kernel/services/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type InputPort, type InputView, MIDI_EVENT } from '../tokens.js'
import { ActivityLights } from './activity-lights.js'
import classes from './device-status.module.css'
import { GuitarMenu } from './guitar-menu.js'

const CHANNELS = Array.from({ length: 16 }, (_, index) => index + 1)

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
