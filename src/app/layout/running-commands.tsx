/** What takes its time: which commands run, how far they are, and a button that cancels each. */
import { CloseButton, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CommandRunState } from '../../core/commands/command-runs.js'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel } from '../../core/react/kernel-context.js'
import classes from './running-commands.module.css'

/** What is done sooner, in milliseconds, needs no sign of it. */
const LONG_MS = 400

export default function RunningCommands() {
  const { t, tm } = useText()
  const runs = useLongRuns()
  return (
    <>
      <p role="status" className={classes.spoken}>
        {runs
          .map(({ source, title }) => t('“{{command}}” is running.', { command: tm(source, title) }))
          .join(' ')}
      </p>
      {runs.length > 0 && (
        <ul className={classes.list} aria-label={t('Running commands')}>
          {runs.map(run => (
            <Run key={run.key} run={run} />
          ))}
        </ul>
      )}
    </>
  )
}

function Run({ run }: { run: CommandRunState }) {
  const { t, tm } = useText()
  const { source, fraction, text } = run
  const title = tm(source, run.title)
  const percent = fraction === undefined ? undefined : Math.round(fraction * 100)
  const cancel = () => {
    run.cancel()
    // The button that had the focus is gone: without a place, the next Tab would begin at the top.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <li className={classes.run}>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        {text && <span className={classes.text}>{tm(source, text)}</span>}
        <Progress.Root size="sm">
          <Progress.Section
            value={percent ?? 100}
            animated={percent === undefined}
            striped={percent === undefined}
            role="progressbar"
            aria-label={title}
            // Unknown progress is not announced either.
            withAria={percent !== undefined}
          />
        </Progress.Root>
      </div>
      {percent !== undefined && <span className={classes.percent}>{percent} %</span>}
      <CloseButton aria-label={t('Cancel: {{command}}', { command: title })} onClick={cancel} />
    </li>
  )
}

function useLongRuns(): readonly CommandRunState[] {
  const { commands, platform } = useKernel()
  const { clock } = platform
  const runs = useStore(commands.running)
  const [now, setNow] = useState(() => clock.now())

  useEffect(() => {
    const next = runs.map(({ startedAt }) => startedAt + LONG_MS).filter(due => due > now)
    if (next.length === 0) return
    const wait = clock.after(Math.max(0, Math.min(...next) - clock.now()), () => setNow(clock.now()))
    return () => wait.dispose()
  }, [runs, now, clock])

  return runs.filter(({ startedAt }) => startedAt + LONG_MS <= now)
}
