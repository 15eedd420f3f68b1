// The longest piece of work of a page's thread, by a trace of the browser.
import type { Browser, Page } from 'playwright'

interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time in microseconds, where it was measured. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * What the longest piece of work of the page's thread takes of a processor, in milliseconds: on a machine that others
 * use, the clock on the wall counts their work as well.
 */
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
    // The one in which the trace ended has none.
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
  return times.length === 0 ? Number.NaN : Math.max(...times)
}
