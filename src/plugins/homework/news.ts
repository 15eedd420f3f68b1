import { homeworkNews, seeHomework } from '../../core/api/homework.js'
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { API, AUTH, CLOCK, CONNECTION } from '../../core/kernel/services/tokens.js'
import { createStore, type ReadonlyStore } from '../../core/platform/store.js'

const EVERY_MS = 5 * 60_000

export interface NewsView {
  readonly received: number
  readonly given: number
}

/** Counts assignments with news. A failed call is repeated later. */
export class News {
  private readonly store = createStore<NewsView>({ received: 0, given: 0 })
  readonly view: ReadonlyStore<NewsView> = this.store

  constructor(private readonly context: Pick<PluginContext, 'get' | 'scope'>) {
    const { get, scope } = context
    scope.add(get(CLOCK).every(EVERY_MS, () => this.refresh()))
    scope.add(get(CONNECTION).onConnected(() => this.refresh()))
    this.refresh()
  }

  refresh(): void {
    const { get } = this.context
    if (!get(AUTH).state.getState().user) return
    get(API)
      .call(homeworkNews)
      .then(
        news => this.store.setState(news),
        () => undefined,
      )
  }

  see(id: string): void {
    const seen = this.context.get(API).call(seeHomework, { params: { id } })
    seen.then(
      () => this.refresh(),
      () => undefined,
    )
  }
}
