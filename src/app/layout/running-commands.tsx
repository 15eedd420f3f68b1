import { Affix, CloseButton, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CommandRunState } from '../../core/commands/command-runs.js'
import { DONE } from '../../core/events/app-events.js'
import { focusMain } from '../../core/react/hooks/focus-main.js'
import { useKernel, useStore, useText } from '../../core/react/kernel-context.js'

const LONG_MS = 400
/** Delay before a running command is announced. Shorter commands announce only their result. */
const ANNOUNCED_AFTER_MS = 2500

/** Shows running commands, announces pages and results to screen readers, and keeps focus in the screen. */
export function RunningCommands({ page }: { page: string }) {
  const { t, tm } = useText()
  usePageSaid(page)
  useKeptFocus()
  const runs = useLongRuns(LONG_MS)
  const said = useLongRuns(ANNOUNCED_AFTER_MS)
  return (
    <>
      <VisuallyHidden role="status">
        {said
          .map(({ source, title }) => t('“{{command}}” is running.', { command: tm(source, title) }))
          .join(' ')}
      </VisuallyHidden>
      <Done />
      {runs.length > 0 && (
        <Affix position={{ right: 16, bottom: 16 }} zIndex={250} w="min(320px, calc(100vw - 32px))">
          <Stack component="ul" gap={8} className="fw-list" aria-label={t('Running commands')}>
            {runs.map(run => (
              <Run key={run.key} run={run} />
            ))}
          </Stack>
        </Affix>
      )}
    </>
  )
}

function Done() {
  const { events } = useKernel()
  const [done, setDone] = useState({ times: 0, text: '' })
  useEffect(() => {
    const listening = events.on(DONE, ({ text }) => {
      // An empty string would interrupt the previous announcement.
      if (text !== '') setDone(({ times }) => ({ times: times + 1, text }))
    })
    return () => listening.dispose()
  }, [events])
  return (
    <VisuallyHidden aria-live="polite">
      {/* A new element, so that repeated text is announced again. */}
      <span key={done.times}>{done.text}</span>
    </VisuallyHidden>
  )
}

/** Announces page changes. A clicked link keeps focus if it still exists on the new page. */
function usePageSaid(page: string) {
  const { events } = useKernel()
  const before = useRef('')
  useEffect(() => {
    if (before.current === page) return
    events.emit(DONE, { text: page })
    if (before.current !== '' && document.activeElement?.matches('a, header *, nav *')) focusMain()
    before.current = page
  }, [events, page])
}

/** Delay before refocusing. A closing dialog or menu restores focus sooner. */
const RETURN_MS = 100

/** Refocuses the screen when the focused element is removed. Otherwise, Tab would start at the top. */
function useKeptFocus() {
  const { clock } = useKernel().platform
  useEffect(() => {
    let last: EventTarget | null = null
    const onFocus = ({ target }: FocusEvent) => {
      last = target
    }
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return
      last = null
      clock.after(RETURN_MS, () => {
        if (document.activeElement === document.body) focusMain()
      })
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [clock])
}

function Run({ run }: { run: CommandRunState }) {
  const { t, tm } = useText()
  const { source, fraction, text } = run
  const title = tm(source, run.title)
  const percent = fraction === undefined ? undefined : Math.round(fraction * 100)
  const cancel = () => {
    run.cancel()
    focusMain()
  }
  return (
    <Group component="li" className="fw-card" gap={12} wrap="nowrap" py={10} pl={16} pr={8}>
      <Stack flex={1} gap={4} miw={0}>
        <Text span size="sm" truncate>
          {title}
        </Text>
        {text && (
          <Text span fz={13} c="dimmed" truncate>
            {tm(source, text)}
          </Text>
        )}
        <Progress.Root size="sm">
          <Progress.Section
            value={percent ?? 100}
            animated={percent === undefined}
            striped={percent === undefined}
            role="progressbar"
            aria-label={title}
            withAria={percent !== undefined}
          />
        </Progress.Root>
      </Stack>
      {percent !== undefined && (
        <Text span fz={13} c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent} %
        </Text>
      )}
      <CloseButton aria-label={t('Cancel: {{command}}', { command: title })} onClick={cancel} />
    </Group>
  )
}

function useLongRuns(longMs: number): readonly CommandRunState[] {
  const { commands, platform } = useKernel()
  const { clock } = platform
  const runs = useStore(commands.running)
  const [now, setNow] = useState(() => clock.now())

  useEffect(() => {
    const next = runs.map(({ startedAt }) => startedAt + longMs).filter(due => due > now)
    if (next.length === 0) return
    const wait = clock.after(Math.max(0, Math.min(...next) - clock.now()), () => setNow(clock.now()))
    return () => wait.dispose()
  }, [runs, now, clock, longMs])

  return runs.filter(({ startedAt }) => startedAt + longMs <= now)
}
