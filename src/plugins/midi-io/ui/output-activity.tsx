/** A light per channel for what goes out, and what to do where nothing can. */
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { EVENTS } from '../../../core/kernel/services/tokens.js'
import drawer from '../../../core/react/drawer-form.module.css'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PLUGIN_OUTPUTS } from '../internal-tokens.js'
import { MIDI_ACCESS, MIDI_SENT } from '../tokens.js'
import { ActivityLights } from './activity-lights.js'
import deviceClasses from './device-status.module.css'

const CHANNELS = Array.from({ length: 16 }, (_, index) => index + 1)
/** All ports share one row of lights: notes go to one at a time. */
const ROW = 'output'

export function OutputLights() {
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

/** Shown while there is neither a device to send to nor anything chosen. */
export function NoOutputHint() {
  const { t, tm } = useText()
  const { status } = useStore(useService(MIDI_ACCESS).view)
  const built = useStore(useService(PLUGIN_OUTPUTS))
  const select = useCommand('midi-io.select-output')
  const again = useCommand('midi-io.request-access')
  return (
    <div className={drawer.wide}>
      <Text size="xs" c="dimmed">
        {status === 'OK'
          ? t('No output is connected or selected, so nothing is sent. Plug in a device, or:')
          : t('Without access to MIDI nothing can be sent to a device.')}
      </Text>
      <Group gap={8} mt={8}>
        {built.map(({ id, name }) => (
          <Button key={id} size="compact-xs" onClick={() => select.run({ port: id })}>
            {t('Use “{{output}}”', { output: tm(id, name) })}
          </Button>
        ))}
        {status !== 'unsupported' && (
          <Button size="compact-xs" variant="default" onClick={() => again.run()}>
            {t('Try again')}
          </Button>
        )}
      </Group>
    </div>
  )
}
