/** The inputs that are there, each with a light per channel. */
import { useEffect, useRef } from 'react'
import { EVENTS } from '../../../core/kernel/tokens.js'
import { useService } from '../../../core/react/kernel-context.js'
import { useText } from '../../../core/react/use-text.js'
import { type InputPort, MIDI_EVENT } from '../tokens.js'
import { ActivityLights } from './activity-lights.js'
import classes from './device-status.module.css'

const CHANNELS = Array.from({ length: 16 }, (_, index) => index + 1)

export function InputPorts({ ports }: { ports: readonly InputPort[] }) {
  const events = useService(EVENTS)
  const list = useRef<HTMLUListElement>(null)
  const { t } = useText()

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
      {ports.map(({ id, name, manufacturer }) => (
        <li key={id} className={classes.port} data-port={id}>
          <span className={classes.portName} title={name}>
            {name}
          </span>
          <span className={classes.lights} aria-hidden="true" title={t('Channels 1 to 16')}>
            {CHANNELS.map(channel => (
              <i key={channel} />
            ))}
          </span>
          {manufacturer !== '' && <small className={classes.maker}>{manufacturer}</small>}
        </li>
      ))}
    </ul>
  )
}
