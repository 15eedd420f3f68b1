/** Stores calls on the device until the server accepts them, so that nothing is lost while offline. */
import {
  type CommentBody,
  commentHomework,
  giveHomework,
  type HomeworkBody,
  type HomeworkTake,
  sendTake,
} from '../../../core/contract/homework.js'
import type { NoticeBoard, NoticeText } from '../../../core/events/notices.js'
import type { ApiClient } from '../../../core/http/api-client.js'
import { ApiError } from '../../../core/http/api-error.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { API, AUTH, CLOCK, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import type { SettingsStore } from '../../../core/settings/settings.js'
import { SYNC } from '../../library/tokens.js'
import { outboxSettings, type WaitingCall } from '../settings.js'
import { assignRefusal } from './sentences.js'

export type NewCall =
  | { readonly kind: 'give'; readonly homework: string; readonly body: HomeworkBody }
  | { readonly kind: 'take'; readonly homework: string; readonly body: HomeworkTake }
  | { readonly kind: 'comment'; readonly homework: string; readonly body: CommentBody }

export interface OutboxParts {
  readonly api: Pick<ApiClient, 'call'>
  readonly settings: SettingsStore<{ readonly calls: readonly WaitingCall[] }>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly newId: () => string
  readonly clock: Pick<ClockPort, 'after'>
  /** Current user's ID; empty if logged out. */
  readonly user: () => string
  readonly sync: () => Promise<void>
}

const SENTENCES = phrases({
  unsynced:
    'You can’t assign this homework yet: the song isn’t in your account. Turn on sync on this device.',
  take: 'Couldn’t send a take: you’ve stopped sharing takes, or the homework was withdrawn.',
  comment: 'Couldn’t send a comment: the homework was withdrawn, or you’ve left it.',
})

const RETRY_MS = 60_000

/** Maximum number of syncs that a call waits for. */
const MOST_SYNCS = 3

export class Outbox implements Disposable {
  private readonly sent = createStore({ times: 0 })
  readonly deliveries: ReadonlyStore<{ readonly times: number }> = this.sent
  private running: Promise<void> | undefined
  private isDisposed = false
  private retry: Disposable | undefined
  /** IDs of calls whose callers are waiting, with the error if the call was rejected. */
  private readonly awaited = new Map<string, ApiError | undefined>()

  constructor(private readonly parts: OutboxParts) {}

  waiting(): readonly WaitingCall[] {
    const user = this.parts.user()
    return this.parts.settings.getState().calls.filter(call => call.user === user)
  }

  /**
   * Stores a call and sends it as soon as possible.
   * @returns whether it was sent immediately
   * @throws ApiError if it was rejected immediately
   */
  async add(call: NewCall): Promise<boolean> {
    const { settings, newId, user } = this.parts
    const kept: WaitingCall = { id: newId(), user: user(), ...call }
    settings.change({ calls: [...settings.getState().calls, kept] })
    this.awaited.set(kept.id, undefined)
    await this.flush()
    const refusal = this.awaited.get(kept.id)
    this.awaited.delete(kept.id)
    if (refusal) throw refusal
    return !this.waiting().some(({ id }) => id === kept.id)
  }

  flush(): Promise<void> {
    this.running ??= this.sendAll().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async sendAll(): Promise<void> {
    this.retry?.dispose()
    /** Calls that wait for a song to sync. They must not delay other calls. */
    const held = new Set<string>()
    for (;;) {
      const next = this.waiting().find(({ id }) => !held.has(id))
      if (!next || this.isDisposed) return
      const outcome = await this.send(next)
      if (outcome === 'later') {
        this.retry = this.parts.clock.after(RETRY_MS, () => void this.flush())
        return
      }
      if (outcome === 'unsynced') {
        held.add(next.id)
        this.parts.notices.post({ kind: 'warning', source: 'social', message: SENTENCES.unsynced })
        continue
      }
      this.drop(next.id)
      if (outcome === 'sent') this.sent.setState({ times: this.sent.getState().times + 1 })
      else if (this.awaited.has(next.id)) this.awaited.set(next.id, outcome)
      else this.parts.notices.post({ kind: 'warning', ...refusalOf(next, outcome), stays: true })
    }
  }

  private async send(call: WaitingCall): Promise<'sent' | 'later' | 'unsynced' | ApiError> {
    for (let tries = 0; ; tries += 1) {
      try {
        await this.call(call)
        return 'sent'
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        // The assigned song may not be in the account yet.
        if (codeOf(thrown) === 'not_synced') {
          if (tries === MOST_SYNCS) return 'unsynced'
          await this.parts.sync()
        } else return LASTING.includes(thrown.code) ? thrown : 'later'
      }
    }
  }

  private call({ kind, homework: id, body }: WaitingCall): Promise<unknown> {
    const { api } = this.parts
    // The server validates bodies stored by another version.
    if (kind === 'give') return api.call(giveHomework, { body: body as HomeworkBody })
    if (kind === 'take') return api.call(sendTake, { params: { id }, body: body as HomeworkTake })
    return api.call(commentHomework, { params: { id }, body: body as CommentBody })
  }

  private drop(id: string): void {
    const { settings } = this.parts
    settings.change({ calls: settings.getState().calls.filter(call => call.id !== id) })
  }

  dispose(): void {
    this.isDisposed = true
    this.retry?.dispose()
  }
}

export const refusalOf = ({ kind }: Pick<WaitingCall, 'kind'>, error: unknown): NoticeText =>
  kind === 'give' ? assignRefusal(error) : { source: 'social', message: SENTENCES[kind] }

export function outboxOf({ get, scope }: PluginContext): Outbox {
  const outbox = new Outbox({
    api: get(API),
    settings: get(SETTINGS).store(outboxSettings),
    notices: get(NOTICES),
    clock: get(CLOCK),
    newId: () => crypto.randomUUID(),
    user: () => get(AUTH).state.getState().user?.id ?? '',
    sync: () => get(SYNC).now(),
  })
  scope.onDispose(() => outbox.dispose())
  return outbox
}

const LASTING = [
  'not_found',
  'takes_not_shared',
  'share_removed',
  'sharing_full',
  'invalid_input',
  'not_synced',
  'body_too_large',
]
