/** What the application tells the user in passing; the host shows it (5000 ms, at the bottom). */
import { createEvent, type EventBus } from './event-bus.js'

export interface Notice {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** English sentence, the key of its translation; `values` fill its {{braces}}. */
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
  /** Namespace of the translation: a plugin id, `core` or `app`. */
  readonly source: string
  /** Stable code of the error behind it, if any. */
  readonly code?: string
  /** Offers one way on, for example undo. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

export const NOTICE = createEvent<Notice>('core.notice')

export class NoticeBoard {
  constructor(private readonly events: EventBus) {}

  post(notice: Notice): void {
    this.events.emit(NOTICE, notice)
  }
}
