/** Shows notices at the bottom, for 5000 ms (specification, section 9). */
import { Button, Group } from '@mantine/core'
import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import type { Notice } from '../core/events/notices.js'
import { useKernel } from '../core/react/kernel-context.js'

const COLOURS: Readonly<Record<Notice['kind'], string>> = {
  info: 'accent',
  success: 'green',
  warning: 'yellow',
  error: 'red',
}

export default function Toasts() {
  const { notices, translator } = useKernel()

  useEffect(() => {
    const listening = notices.show(notice => {
      const { kind, action, source } = notice
      const text = translator.t(source, notice.message, notice.values)
      const id = notifications.show({
        color: COLOURS[kind],
        role: kind === 'error' ? 'alert' : 'status',
        withBorder: true,
        closeButtonProps: { 'aria-label': translator.t('app', 'Close') },
        message: action ? (
          <Group justify="space-between" wrap="nowrap">
            {text}
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                action.run()
                notifications.hide(id)
              }}
            >
              {translator.t(source, action.label)}
            </Button>
          </Group>
        ) : (
          text
        ),
      })
    })
    return () => listening.dispose()
  }, [notices, translator])

  return <Notifications position="bottom-center" autoClose={5000} />
}
