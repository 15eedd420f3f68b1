import { Button, Group } from '@mantine/core'
import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'
import { type ReactNode, useEffect } from 'react'
import { DONE, GO_TO } from '../core/events/app-events.js'
import { NOTICE_WITHDRAWN, type Notice, textOf, UNDO } from '../core/events/notices.js'
import { SENTENCES } from '../core/kernel/core-commands.js'
import { type Disposable, disposable } from '../core/platform/store.js'
import { focusMain } from '../core/react/hooks/focus-main.js'
import { useKernel } from '../core/react/kernel-context.js'
import { REPORT_COMMAND } from '../core/react/refused.js'

const POSITION = 'top-center'

const COLORS: Readonly<Record<Notice['kind'], string>> = {
  info: 'accent',
  success: 'green',
  warning: 'yellow',
  error: 'red',
}

interface Way {
  readonly label: string
  readonly go: () => void
}

export default function Toasts() {
  const { commands, events, notices, translator } = useKernel()

  useEffect(() => {
    /** Visible notices by kind and text. Repeated notices are combined and counted. */
    const shown = new Map<string, { readonly id: string; readonly times: number }>()
    const topics = new Map<string, string>()
    const hideTopic = (topic: string) => {
      const about = topics.get(topic)
      topics.delete(topic)
      if (about !== undefined) notifications.hide(about)
    }
    const withdrawing = events.on(NOTICE_WITHDRAWN, ({ topic }) => hideTopic(topic))
    const listening = notices.show(notice => {
      const { topic } = notice
      if (topic !== undefined) hideTopic(topic)
      const text = textOf(notice, translator)
      const same = notice.action ? undefined : `${notice.kind} ${text}`
      const before = same === undefined ? undefined : shown.get(same)
      const times = (before?.times ?? 0) + 1
      // Show the notice again, to restart its timeout and announce it again.
      if (before) notifications.hide(before.id)
      const id = notifications.show({
        color: COLORS[notice.kind],
        role: notice.kind === 'error' ? 'alert' : 'status',
        withBorder: true,
        ...(notice.stays && { autoClose: false }),
        closeButtonProps: { 'aria-label': translator.t('app', 'Close') },
        message: messageOf(notice, times > 1 ? `${text} (×${times})` : text),
        onClose: () => {
          if (same !== undefined) shown.delete(same)
          if (topic !== undefined && topics.get(topic) === id) topics.delete(topic)
        },
      })
      if (topic !== undefined) topics.set(topic, id)
      if (same !== undefined) shown.set(same, { id, times })

      function waysOn(notice: Notice): Way[] {
        const { action, leadsTo, source, kind } = notice
        const ways: Way[] = []
        if (leadsTo) {
          const { label, path } = leadsTo
          ways.push({ label: translator.t(source, label), go: () => events.emit(GO_TO, { path }) })
        } else if (action) {
          const go = () => {
            action.run()
            const values = { what: textOf(notice, translator) }
            if (action.label === UNDO)
              events.emit(DONE, { text: translator.t('core', SENTENCES.undid, values) })
          }
          ways.push({ label: translator.t(source, action.label), go })
        }
        if (kind === 'error' && commands.find(REPORT_COMMAND)) {
          const report = () => void commands.execute(REPORT_COMMAND)
          ways.push({ label: translator.t('app', 'Save a problem report'), go: report })
        }
        return ways
      }

      function messageOf(notice: Notice, message: string): ReactNode {
        const ways = waysOn(notice)
        if (ways.length === 0) return message
        return (
          <Group justify="space-between">
            <span style={{ flex: '1 1 10rem' }}>{message}</span>
            {ways.map(({ label, go }) => (
              <Button
                key={label}
                size="compact-sm"
                variant="light"
                flex="none"
                onClick={() => {
                  go()
                  notifications.hide(id)
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        )
      }
    })
    return () => {
      listening.dispose()
      withdrawing.dispose()
    }
  }, [commands, events, notices, translator])

  useEffect(() => {
    let returning: Disposable | undefined
    // The list is rendered later, in a portal.
    let frame = requestAnimationFrame(function look() {
      const list = document.querySelector<HTMLElement>(`[data-position=${POSITION}]`)
      if (list) returning = returnFocus(list)
      else frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      returning?.dispose()
    }
  }, [])
  return <Notifications position={POSITION} autoClose={5000} limit={2} />
}

/** When a focused notice disappears, restores focus to the previously focused element or to the page. */
export function returnFocus(list: HTMLElement): Disposable {
  let from: Element | null = null
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !list.contains(relatedTarget)) from = relatedTarget
  }
  const observer = new MutationObserver(() => {
    if (from === null || document.activeElement !== document.body) return
    const back = from
    from = null
    if (!back.isConnected) focusMain()
    else if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true })
  })
  list.addEventListener('focusin', onFocus)
  observer.observe(list, { childList: true, subtree: true })
  return disposable(() => {
    list.removeEventListener('focusin', onFocus)
    observer.disconnect()
  })
}
