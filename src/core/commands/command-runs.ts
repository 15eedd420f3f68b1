import type { ClockPort } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { CommandContribution } from './command.js'
import { CommandError } from './command-notice.js'

export interface CommandControl {
  readonly signal: AbortSignal
  /**
   * @param fraction 0–1; undefined if unknown
   * @param text message that the command's plugin translates
   */
  progress(fraction: number | undefined, text?: string): void
}

export interface CommandRunState {
  readonly key: number
  readonly id: string
  readonly title: string
  readonly source: string
  readonly startedAt: number
  readonly fraction?: number
  readonly text?: string
  /** Rejects with `command_cancelled` immediately, even if the command keeps running. */
  cancel(): void
}

type Runnable = Pick<CommandContribution, 'id' | 'title' | 'busy'> & { readonly source: string }

export class CommandRuns {
  private readonly list = createStore<readonly CommandRunState[]>([])
  readonly running: ReadonlyStore<readonly CommandRunState[]> = this.list
  private readonly queues = new Map<string, Promise<unknown>>()
  private started = 0

  constructor(private readonly clock: ClockPort) {}

  /** @throws CommandError `command_busy`, `command_cancelled` */
  async start(command: Runnable, run: (control: CommandControl) => unknown): Promise<unknown> {
    const { id, title, busy = 'refuse' } = command
    if (busy === 'queue') return this.queue(command, run)
    if (busy === 'restart') this.cancelAll(id)
    if (busy === 'refuse' && this.runsOf(id).length > 0)
      throw new CommandError('command_busy', { command: title })
    return this.run(command, run)
  }

  cancelAll(id: string): void {
    for (const run of this.runsOf(id)) run.cancel()
  }

  private runsOf(id: string): CommandRunState[] {
    return this.list.getState().filter(run => run.id === id)
  }

  private queue(command: Runnable, run: (control: CommandControl) => unknown): Promise<unknown> {
    const before = this.queues.get(command.id)
    const next = () => this.run(command, run)
    const mine = before ? before.then(next, next) : next()
    this.queues.set(command.id, mine)
    return mine.finally(() => {
      if (this.queues.get(command.id) === mine) this.queues.delete(command.id)
    })
  }

  private async run(command: Runnable, run: (control: CommandControl) => unknown): Promise<unknown> {
    const { id, title, source } = command
    const key = ++this.started
    const ending = new AbortController()
    const cancelled = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
    })
    cancelled.catch(() => undefined)
    const cancel = () => ending.abort(new CommandError('command_cancelled', { command: title }))
    const progress = (fraction: number | undefined, text?: string) =>
      this.change(key, { fraction: fraction === undefined ? undefined : clamped(fraction), text })
    const startedAt = this.clock.now()
    this.update(runs => [...runs, { key, id, title, source, startedAt, cancel }])
    try {
      return await Promise.race([run({ signal: ending.signal, progress }), cancelled])
    } finally {
      this.update(runs => runs.filter(each => each.key !== key))
    }
  }

  private change(key: number, change: Partial<CommandRunState>): void {
    this.update(runs => runs.map(each => (each.key === key ? { ...each, ...change } : each)))
  }

  private update(change: (runs: readonly CommandRunState[]) => readonly CommandRunState[]): void {
    this.list.setState(change(this.list.getState()), true)
  }
}

function clamped(fraction: number): number | undefined {
  return Number.isNaN(fraction) ? undefined : Math.min(1, Math.max(0, fraction))
}
