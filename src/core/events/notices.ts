/** Short messages for the user; the host shows them (5000 ms, at the bottom). */
import { type Disposable, disposable } from '../platform/disposable.js'
import { inject, injectable } from '../platform/services/inject.js'
import { createToken } from '../platform/services/token.js'
import { createEvent, EVENTS, type EventBus } from './event-bus.js'

/** A sentence within a sentence, such as the name of a command: translated where it is shown. */
export interface NoticeText {
  /** Namespace of the translation. */
  readonly source: string
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
}

export interface Notice {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** English sentence, the key of its translation; `values` fill its {{braces}}. */
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
  /** Those of the values that are translated themselves. */
  readonly texts?: Readonly<Record<string, NoticeText>>
  /** Namespace of the translation: a plugin id, `core` or `app`. */
  readonly source: string
  /** Stable code of the error behind it, if any. */
  readonly code?: string
  /** Offers one way on, for example undo. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Or the way to a screen, by its path. */
  readonly leadsTo?: { readonly label: string; readonly path: string }
  /** Stays until it is closed, for what must not be missed. */
  readonly stays?: boolean
  /** What it is about, for example `social <id>`: a newer one about the same takes its place. */
  readonly topic?: string
}

export const NOTICE = createEvent<Notice>('core.notice')
/** What was said about it is no longer true. */
export const NOTICE_WITHDRAWN = createEvent<{ readonly topic: string }>('core.notice-withdrawn')

/** Enough for the notices of start-up; more would not be read. */
const KEPT_AT_MOST = 20

/**
 * Short messages to the user, in the corner of the page or in the output of the command line.
 * @since 1.0.0
 * @example get(NOTICES).post({ kind: 'info', source: 'drill', message: 'Well done' })
 */
export const NOTICES = createToken<NoticeBoard>('core.notices')

@injectable()
export class NoticeBoard {
  /** Posted before they could be shown: settings are read before the first screen is rendered. */
  private unseen: Notice[] = []
  private readonly waiting = new Set<() => void>()

  constructor(@inject(EVENTS) private readonly events: EventBus) {}

  post(notice: Notice): void {
    if (this.events.listenerCount(NOTICE) === 0) {
      if (notice.topic !== undefined) this.withdraw(notice.topic)
      if (this.unseen.length < KEPT_AT_MOST) this.unseen.push(notice)
      for (const run of this.waiting) run()
    }
    this.events.emit(NOTICE, notice)
  }

  /** Takes away what was said about a topic: it is no longer true, and nothing new is to be said. */
  withdraw(topic: string): void {
    this.unseen = this.unseen.filter(notice => notice.topic !== topic)
    this.events.emit(NOTICE_WITHDRAWN, { topic })
  }

  /** Runs when there is a notice and nothing to show it: a host may load that part only then. */
  whenUnseen(run: () => void): Disposable {
    this.waiting.add(run)
    if (this.unseen.length > 0) run()
    return disposable(() => this.waiting.delete(run))
  }

  /** Shows the notices that were not shown yet, then each new one. */
  show(listener: (notice: Notice) => void): Disposable {
    const listening = this.events.on(NOTICE, listener)
    const unseen = this.unseen
    this.unseen = []
    for (const notice of unseen) listener(notice)
    return listening
  }
}
