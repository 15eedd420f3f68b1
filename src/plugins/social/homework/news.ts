import { homeworkNews, seeHomework } from '../../../core/contract/homework.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { API, AUTH, CLOCK, CONNECTION } from '../../../core/kernel/tokens.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { ONCE } from '../once.js'
import { type Kept, keptOf } from './kept.js'

const EVERY_MS = 5 * 60_000

/** Counts assignments with unseen updates. Failed calls are retried later. */
export class News {
  private readonly store = createStore({ count: 0 })
  readonly view: ReadonlyStore<{ readonly count: number }> = this.store
  /** IDs of assignments that were seen while offline and haven't been sent yet. */
  private readonly unsent = new Set<string>()

  constructor(
    private readonly context: Pick<PluginContext, 'get' | 'scope'>,
    private readonly kept: Pick<Kept, 'see'>,
  ) {
    const { get, scope } = context
    scope.add(get(CLOCK).every(EVERY_MS, () => this.refresh()))
    scope.add(
      get(CONNECTION).onConnected(() => {
        for (const id of this.unsent) this.send(id)
        this.refresh()
      }),
    )
    this.refresh()
  }

  refresh(): void {
    const { get } = this.context
    if (!get(AUTH).state.getState().user) return
    const news = get(API).call(homeworkNews)
    news.then(({ received, given }) => this.store.setState({ count: received + given }), ignored)
  }

  see(id: string, isCounted: boolean): void {
    const { count } = this.store.getState()
    this.store.setState({ count: Math.max(0, count - Number(isCounted)) })
    void this.kept.see(id).catch(ignored)
    this.send(id)
  }

  private send(id: string): void {
    this.unsent.add(id)
    const done = () => {
      this.unsent.delete(id)
      this.refresh()
    }
    this.context.get(API).call(seeHomework, { params: { id } }).then(done, ignored)
  }
}

export const newsOf = (context: PluginContext) => new News(context, context.get(ONCE)(keptOf))

const ignored = () => undefined
