import type { Browser, Page } from 'playwright'

interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** CPU time, µs. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Returns the CPU time of the longest task, ms. Wall time would include other programs. */
export async function longestTask(
  browser: Browser,
  page: Page,
  deed: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await deed()
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  )
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  const times = traceEvents
    .filter(
      ({ ph, name, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && threads.has(`${pid}:${tid}`),
    )
    // The task during which the trace ended has no CPU time.
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
  return times.length === 0 ? Number.NaN : Math.max(...times)
}
