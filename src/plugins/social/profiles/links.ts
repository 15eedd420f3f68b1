/** Manages follows and blocks. Shows changes immediately. Calls for the same person run one at a time. */

import type { Auth } from '../../../core/auth/auth.js'
import { type PublicProfile, publicUser, userSummary } from '../../../core/contract/users.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import type { ApiClient } from '../../../core/http/api-client.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { API, AUTH, NOTICES } from '../../../core/kernel/tokens.js'
import type { Logger } from '../../../core/platform/ports.js'
import { createStore } from '../../../core/platform/store.js'
import { postChange, postFailure } from './link-notices.js'
import {
  adjustedCounts,
  type LinkCounts,
  nextAction,
  type Person,
  RESULT_OF,
  type Relationship,
  relationshipOf,
  runAction,
} from './relationships.js'

interface LinksView {
  /** Requested relationships by user ID. For other people, use the server's data. */
  readonly relationships: Readonly<Record<string, Relationship>>
  /** Counts including pending requests; undefined until fetched. */
  readonly counts: LinkCounts | undefined
  /** Increases with every saved change, which makes lists requested earlier stale. */
  readonly revision: number
}

interface Entry {
  server: Relationship
  requested: Relationship
  /** Number of requests. A newer request is tried even if the previous one failed. */
  requests: number
  notify: boolean
  busy: boolean
  changedAt: number
}

const EMPTY: LinksView = { relationships: {}, counts: undefined, revision: 0 }

export class Links {
  readonly view = createStore(EMPTY)
  private readonly entries = new Map<string, Entry>()
  private counts: LinkCounts | undefined
  private countsOutdated = false
  /** Changes with the user, so that results of earlier calls are ignored. */
  private epoch = 0

  private readonly unfollow: () => void

  constructor(
    private readonly api: ApiClient,
    private readonly notices: NoticeBoard,
    private readonly log: Logger,
    auth: Auth,
  ) {
    this.unfollow = auth.state.subscribe(({ user }, before) => {
      if (user?.id !== before.user?.id) this.reset()
    })
  }

  dispose(): void {
    this.unfollow()
    this.reset()
  }

  /**
   * Merges fetched profiles unless newer data is present.
   * @param revision the view's revision when they were requested
   */
  merge(people: readonly PublicProfile[], revision: number): void {
    for (const person of people) this.take(person.id, relationshipOf(person), revision)
    this.publish()
  }

  /**
   * Requests a relationship. The last request wins.
   * @param notify also posts a notice for a new follow, for callers without a follow button
   */
  set(person: Person, relationship: Relationship, notify = false): void {
    const entry = this.entries.get(person.id) ?? this.take(person.id, 'none', 0)
    entry.requested = relationship
    entry.requests++
    entry.notify = notify
    this.publish()
    if (!entry.busy) void this.save(person, entry)
  }

  /** If fetching fails, the error is logged and the counts stay unchanged. */
  async fetchCounts(): Promise<void> {
    const { epoch, revision } = this
    this.countsOutdated = this.busy
    // The response may not include pending calls. `save` fetches the counts again when they finish.
    if (this.countsOutdated) return
    try {
      const counts = await this.api.call(userSummary)
      if (epoch !== this.epoch) return
      if (this.busy || revision !== this.revision) return await this.fetchCounts()
      this.counts = counts
      this.publish()
    } catch (error) {
      this.log.warn('Couldn’t fetch the follower counts', error)
    }
  }

  private reset(): void {
    this.epoch++
    this.entries.clear()
    this.counts = undefined
    this.countsOutdated = false
    this.view.setState({ ...EMPTY, revision: this.revision + 1 }, true)
  }

  private get revision(): number {
    return this.view.getState().revision
  }

  private get busy(): boolean {
    return [...this.entries.values()].some(({ busy }) => busy)
  }

  private take(id: string, relationship: Relationship, revision: number): Entry {
    const before = this.entries.get(id)
    if (before?.busy || (before && before.changedAt > revision)) return before
    const state = { server: relationship, requested: relationship }
    const entry = Object.assign(before ?? { requests: 0, notify: false, busy: false, changedAt: 0 }, state)
    this.entries.set(id, entry)
    return entry
  }

  private async save(person: Person, entry: Entry): Promise<void> {
    const { epoch } = this
    const { notices, api } = this
    const from = entry.server
    let reportFailure: (() => void) | undefined
    let failed = false
    entry.busy = true
    while (entry.requested !== entry.server) {
      const { requests, requested } = entry
      const action = nextAction(entry.server, requested)
      try {
        await runAction(api, action, person.id)
        if (epoch !== this.epoch) return
        this.settle(entry, RESULT_OF[action])
      } catch (error) {
        if (epoch !== this.epoch) return
        failed = true
        if (requests !== entry.requests) continue
        entry.requested = entry.server
        reportFailure = () => postFailure(notices, person, action, error, this.repeat(person, requested))
      }
    }
    entry.busy = false
    this.publish()
    const { server: to, notify } = entry
    if (from !== to) postChange(notices, { person, from, to, notify }, this.repeat(person, from))
    // Report the failure last, because the notice about the change replaces earlier ones.
    reportFailure?.()
    if (failed) void this.recheck(person.id)
    // Blocking also removes a follower.
    if (failed || [from, entry.server].includes('blocked')) this.countsOutdated = true
    if (this.countsOutdated) void this.fetchCounts()
  }

  private settle(entry: Entry, relationship: Relationship): void {
    if (this.counts) this.counts = adjustedCounts(this.counts, entry.server, relationship)
    entry.server = relationship
    entry.changedAt = this.revision + 1
    this.view.setState({ revision: entry.changedAt })
    this.publish()
  }

  /** The failed call may have taken effect, or the relationship may have changed before the call. */
  private async recheck(id: string): Promise<void> {
    const { epoch, revision } = this
    try {
      const person = await this.api.call(publicUser, { params: { id } })
      const entry = this.entries.get(id)
      if (epoch !== this.epoch || !entry || entry.busy || entry.changedAt > revision) return
      if (entry.server === relationshipOf(person)) return
      entry.requested = relationshipOf(person)
      this.settle(entry, entry.requested)
      this.countsOutdated = true
      await this.fetchCounts()
    } catch (error) {
      // The user has seen the failure. The next response about this person corrects the state.
      this.log.warn(`Couldn’t fetch the relationship to ${id}`, error)
    }
  }

  private repeat(person: Person, relationship: Relationship): () => void {
    const { epoch } = this
    return () => {
      if (epoch === this.epoch) this.set(person, relationship)
    }
  }

  private publish(): void {
    let { counts } = this
    const relationships: Record<string, Relationship> = {}
    for (const [id, { server, requested }] of this.entries) {
      relationships[id] = requested
      if (counts && requested !== server) counts = adjustedCounts(counts, server, requested)
    }
    this.view.setState({ relationships, counts })
  }
}

export function linksOf({ get, log, scope }: PluginContext): Links {
  const links = new Links(get(API), get(NOTICES), log, get(AUTH))
  scope.onDispose(() => links.dispose())
  return links
}
