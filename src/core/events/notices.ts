import type { Translator } from '../i18n/translator.js'
import { fillSentence } from '../platform/phrases.js'
import { inject, injectable } from '../platform/services/inject.js'
import { createToken } from '../platform/services/token.js'
import { createStore, type Disposable, disposable } from '../platform/store.js'
import { createEvent, EVENTS, type EventBus } from './event-bus.js'

export interface NoticeText {
  /** Namespace of the translation: a plugin id, `core` or `app`. */
  readonly source: string
  /** English, the key of its translation; `values` fill its {{braces}}. */
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
}

export interface Notice extends NoticeText {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** Values that are translated themselves. */
  readonly texts?: Readonly<Record<string, NoticeText>>
  readonly code?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly leadsTo?: { readonly label: string; readonly path: string }
  /** Must not be missed: stays until it is closed. */
  readonly stays?: boolean
  /** Such as `social <id>`: replaces an earlier notice about the same. */
  readonly topic?: string
}

/** One notice for all remarks about one event. */
export function inOne(remarks: readonly NoticeText[]): Pick<Notice, 'message' | 'values' | 'texts'> {
  const [only] = remarks
  if (only && remarks.length === 1) return only
  const each = remarks.map((remark, index) => [`remark${index}`, remark] as const)
  return {
    message: each.map(([name]) => `{{${name}}}`).join(' '),
    // Fallback without translations.
    values: Object.fromEntries(
      each.map(([name, { message, values }]) => [name, fillSentence(message, values ?? {})]),
    ),
    texts: Object.fromEntries(each),
  }
}

/** Returns a notice in the language of the translator. */
export function textOf(
  { source, message, values, texts = {} }: Notice,
  translator: Pick<Translator, 't'>,
): string {
  const translated = Object.entries(texts).map(([name, text]) => [
    name,
    translator.t(text.source, text.message, text.values),
  ])
  return translator.t(source, message, { ...values, ...Object.fromEntries(translated) })
}

export const NOTICE = createEvent<Notice>('core.notice')
export const NOTICE_WITHDRAWN = createEvent<{ readonly topic: string }>('core.notice-withdrawn')

const KEPT_AT_MOST = 20

/** Label of an action that can also be run later, as `core.undo`. */
export const UNDO = 'Undo'

/**
 * Short messages to the user, in the corner of the page or in the output of the command line.
 * @since 1.0.0
 * @example get(NOTICES).post({ kind: 'info', source: 'drill', message: 'Well done' })
 */
export const NOTICES = createToken<NoticeBoard>('core.notices')

@injectable()
export class NoticeBoard {
  private unseen: Notice[] = []
  private readonly waiting = new Set<() => void>()
  /** Notices that offer *Undo*, latest last. */
  readonly undos = createStore<readonly (Notice & Required<Pick<Notice, 'topic'>>)[]>([])
  private number = 0
  /** Since the start. */
  posted = 0

  constructor(@inject(EVENTS) private readonly events: EventBus) {}

  post(posted: Notice): void {
    const notice = this.undoable(posted)
    this.posted++
    if (this.events.listenerCount(NOTICE) === 0) {
      if (notice.topic !== undefined) this.withdraw(notice.topic)
      if (this.unseen.length < KEPT_AT_MOST) this.unseen.push(notice)
      for (const run of this.waiting) run()
    }
    this.events.emit(NOTICE, notice)
  }

  /** @returns what was undone */
  undo(): Notice | undefined {
    const last = this.undos.getState().at(-1)
    if (!last) return undefined
    this.withdraw(last.topic)
    last.action?.run()
    return last
  }

  forgetUndos(): void {
    this.undos.setState([], true)
  }

  private undoable(notice: Notice): Notice {
    const { action, topic = `undo ${++this.number}` } = notice
    if (action?.label !== UNDO) return notice
    const run = () => {
      this.undos.setState(
        this.undos.getState().filter(each => each !== kept),
        true,
      )
      action.run()
    }
    const kept = { ...notice, topic, action: { ...action, run } }
    this.undos.setState([...this.undos.getState(), kept].slice(-KEPT_AT_MOST), true)
    return kept
  }

  withdraw(topic: string): void {
    this.unseen = this.unseen.filter(notice => notice.topic !== topic)
    this.events.emit(NOTICE_WITHDRAWN, { topic })
  }

  whenUnseen(run: () => void): Disposable {
    this.waiting.add(run)
    if (this.unseen.length > 0) run()
    return disposable(() => this.waiting.delete(run))
  }

  show(listener: (notice: Notice) => void): Disposable {
    const listening = this.events.on(NOTICE, listener)
    const unseen = this.unseen
    this.unseen = []
    for (const notice of unseen) listener(notice)
    return listening
  }
}
