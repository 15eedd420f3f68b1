/** How the user stands to others: what is wished is shown at once, and one call per person makes it true. */
import { type PublicProfile, publicUser, userSummary } from '../../core/api/users.js'
import type { ApiClient } from '../../core/http/api-client.js'
import type { Logger } from '../../core/platform/logger.js'
import { createStore } from '../../core/platform/store.js'
import { type Deed, LEADS_TO, nextDeed, perform, recounted, tieIn } from './ties.js'
import type { LinkCounts, Links, LinksView, Person, Tie } from './tokens.js'

export interface TieChange {
  readonly person: Person
  readonly from: Tie
  readonly to: Tie
  /** No button shows it. */
  readonly told: boolean
}

export interface LinkNews {
  /** @param undo wishes what was before */
  changed(change: TieChange, undo: () => void): void
  /** @param again wishes the same once more */
  failed(person: Person, deed: Deed, error: unknown, again: () => void): void
}

interface LinkParts {
  readonly api: ApiClient
  readonly log: Logger
  readonly news: LinkNews
}

interface Known {
  /** As the server has it, as far as is known. */
  server: Tie
  wish: Tie
  /** Counts the wishes: a newer one gets a try of its own. */
  wishes: number
  /** The last wish wants to hear of it. */
  told: boolean
  working: boolean
  /** `settled` after the last change here. */
  changedAt: number
}

const NOTHING: LinksView = { ties: {}, counts: undefined, settled: 0 }

export class LinkBook implements Links {
  readonly view = createStore(NOTHING)
  private readonly known = new Map<string, Known>()
  /** As the server has them. */
  private counts: LinkCounts | undefined
  private countAgain = false
  /** Another user is another era: whatever is under way concerns nobody any more. */
  private era = 0

  constructor(private readonly parts: LinkParts) {}

  learn(people: readonly PublicProfile[], asked: number): void {
    for (const person of people) this.take(person.id, tieIn(person), asked)
    this.show()
  }

  wish(person: Person, tie: Tie, told = false): void {
    const known = this.known.get(person.id) ?? this.take(person.id, 'none', 0)
    known.wish = tie
    known.wishes++
    known.told = told
    this.show()
    if (!known.working) void this.work(person, known)
  }

  async fetchCounts(): Promise<void> {
    const { era } = this
    const asked = this.settled
    this.countAgain = this.working
    // What is under way may be counted in or not: they are asked for when it is over.
    if (this.countAgain) return
    try {
      const counts = await this.parts.api.call(userSummary)
      if (era !== this.era) return
      if (this.working || asked !== this.settled) return await this.fetchCounts()
      this.counts = counts
      this.show()
    } catch (error) {
      this.parts.log.warn('How many follow and are followed could not be fetched', error)
    }
  }

  /** Of another user, other things are true. */
  forget(): void {
    this.era++
    this.known.clear()
    this.counts = undefined
    this.countAgain = false
    this.view.setState({ ...NOTHING, settled: this.settled + 1 }, true)
  }

  private get settled(): number {
    return this.view.getState().settled
  }

  private get working(): boolean {
    return [...this.known.values()].some(({ working }) => working)
  }

  private take(id: string, tie: Tie, asked: number): Known {
    const before = this.known.get(id)
    if (before?.working || (before && before.changedAt > asked)) return before
    const known = before ?? { server: tie, wish: tie, wishes: 0, told: false, working: false, changedAt: 0 }
    known.server = tie
    known.wish = tie
    this.known.set(id, known)
    return known
  }

  private async work(person: Person, known: Known): Promise<void> {
    const { era } = this
    const from = known.server
    /** Tells of the failure that it ended in. */
    let complain: (() => void) | undefined
    let failed = false
    known.working = true
    while (known.wish !== known.server) {
      const { wishes, wish } = known
      const deed = nextDeed(known.server, wish)
      try {
        await perform(this.parts.api, deed, person.id)
        if (era !== this.era) return
        this.settle(known, LEADS_TO[deed])
      } catch (error) {
        if (era !== this.era) return
        failed = true
        if (wishes !== known.wishes) continue
        known.wish = known.server
        complain = () => this.parts.news.failed(person, deed, error, this.wishing(person, wish))
      }
    }
    known.working = false
    this.show()
    const { server: to, told } = known
    if (from !== to) this.parts.news.changed({ person, from, to, told }, this.wishing(person, from))
    // Last, since what is said of a change takes the place of what was said before.
    complain?.()
    if (failed) void this.lookAgain(person.id)
    // A block takes a follower away as well.
    if (failed || [from, known.server].includes('blocked')) this.countAgain = true
    if (this.countAgain) void this.fetchCounts()
  }

  private settle(known: Known, tie: Tie): void {
    if (this.counts) this.counts = recounted(this.counts, known.server, tie)
    known.server = tie
    known.changedAt = this.settled + 1
    this.view.setState({ settled: known.changedAt })
    this.show()
  }

  /** A call that fails may have been heard all the same, or its reason is that something else is true. */
  private async lookAgain(id: string): Promise<void> {
    const { era } = this
    const asked = this.settled
    try {
      const person = await this.parts.api.call(publicUser, { params: { id } })
      const known = this.known.get(id)
      if (era !== this.era || !known || known.working || known.changedAt > asked) return
      if (known.server === tieIn(person)) return
      known.wish = tieIn(person)
      this.settle(known, known.wish)
      this.countAgain = true
      await this.fetchCounts()
    } catch (error) {
      // The failure itself has been told; the next answer that names them is taken in.
      this.parts.log.warn(`How things stand with ${id} could not be looked up`, error)
    }
  }

  private wishing(person: Person, tie: Tie): () => void {
    const { era } = this
    return () => {
      if (era === this.era) this.wish(person, tie)
    }
  }

  private show(): void {
    let { counts } = this
    const ties: Record<string, Tie> = {}
    for (const [id, { server, wish }] of this.known) {
      ties[id] = wish
      if (counts && wish !== server) counts = recounted(counts, server, wish)
    }
    this.view.setState({ ties, counts })
  }
}
