import type { Translator } from '../i18n/translator.js'
import { inject, injectable } from '../platform/inject.js'
import { createStore, type Disposable, disposable } from '../platform/store.js'
import { createToken } from '../platform/token.js'
import { createEvent, EVENTS, type EventBus } from './event-bus.js'

export interface NoticeText {
  /** Translation namespace: a plugin ID, `core` or `app`. */
  readonly source: string
  /** English message, which is also the translation key. `values` replace its {{placeholders}}. */
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
}

export interface Notice extends NoticeText {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** Values to translate. */
  readonly texts?: Readonly<Record<string, NoticeText>>
  readonly code?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly leadsTo?: { readonly label: string; readonly path: string }
  /** Shows the notice until the user closes it. */
  readonly stays?: boolean
  /** Topic such as `social <id>`. A new notice replaces earlier ones with the same topic. */
  readonly topic?: string
}

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
const UNDONE_AT_MOST = 200

/** Label of actions that `core.undo` can also run. */
export const UNDO = 'Undo'

/** State that commands change and `core.undo` restores. */
export interface EditedPart<State = unknown> {
  /** Whether the state belongs to the open song. Opening another song discards its undo steps. */
  readonly ofSong: boolean
  /** Returns the current state. Objects are compared by property. */
  now(): State
  put(state: State): void
}

interface Change {
  readonly part: EditedPart
  readonly before: unknown
  readonly after: unknown
}

interface Step {
  readonly what: Notice | EditedBy
  readonly changes: readonly Change[]
}

type Stack = 'undos' | 'redos'

export interface EditedBy {
  readonly command: string
  readonly args: unknown
}

/** Short messages to the user, shown in a corner of the page or in the CLI output. */
export const NOTICES = createToken<NoticeBoard>('core.notices')

@injectable()
export class NoticeBoard {
  private unseen: Notice[] = []
  private readonly waiting = new Set<() => void>()
  /** Latest step last. */
  readonly steps = createStore<Readonly<Record<Stack, readonly Step[]>>>({ undos: [], redos: [] })
  private readonly parts = new Set<EditedPart>()
  private number = 0
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

  /** Adds undo support for changes that commands make to this part. */
  keepsUndos<State>(part: EditedPart<State>): Disposable {
    this.parts.add(part as EditedPart)
    return disposable(() => {
      this.parts.delete(part as EditedPart)
      this.forgetUndos(each => each === part)
    })
  }

  /**
   * Captures the state before a command runs.
   * @returns a function to call after the command has run
   */
  editing(by: EditedBy): () => void {
    const states = [...this.parts].map(part => ({ part, before: part.now() }))
    const { undos } = this.steps.getState()
    return () => {
      // Skip if another command, notice or new song has changed the undo stack.
      if (undos !== this.steps.getState().undos) return
      const changes = states
        .map(each => ({ ...each, after: each.part.now() }))
        .filter(({ part, before, after }) => this.parts.has(part) && differs(before, after))
      if (changes.length > 0) this.add({ what: by, changes })
    }
  }

  undo(): Step['what'] | undefined {
    return this.move('undos', 'redos', 'before')
  }

  redo(): Step['what'] | undefined {
    return this.move('redos', 'undos', 'after')
  }

  /** @param isGone selects the parts whose steps are discarded; default: all parts */
  forgetUndos(isGone?: (part: EditedPart) => boolean): void {
    const left = (steps: readonly Step[]) =>
      steps.filter(({ changes }) => isGone && !changes.some(({ part }) => isGone(part)))
    const { undos, redos } = this.steps.getState()
    this.steps.setState({ undos: left(undos), redos: left(redos) })
  }

  private move(from: Stack, to: Stack, side: 'before' | 'after'): Step['what'] | undefined {
    const steps = this.steps.getState()
    const last = steps[from].at(-1)
    if (!last) return undefined
    const { what, changes } = last
    this.steps.setState({
      ...{ ...steps, [from]: steps[from].slice(0, -1) },
      ...(changes.length > 0 && { [to]: [...steps[to], last] }),
    })
    for (const change of changes) change.part.put(change[side])
    if ('topic' in what && what.topic !== undefined) this.withdraw(what.topic)
    if ('action' in what) what.action?.run()
    return what
  }

  private add(step: Step): void {
    this.steps.setState({ undos: [...this.steps.getState().undos, step].slice(-UNDONE_AT_MOST), redos: [] })
  }

  private undoable(notice: Notice): Notice {
    const { action, topic = `undo ${++this.number}` } = notice
    if (action?.label !== UNDO) return notice
    const run = () => {
      const { undos } = this.steps.getState()
      this.steps.setState({ undos: undos.filter(each => each !== step) })
      action.run()
    }
    const kept = { ...notice, topic, action: { ...action, run } }
    const step = { what: kept, changes: [] }
    this.add(step)
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

function differs(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return before !== after
  return Object.entries({ ...before, ...after }).some(
    ([name, value]) => value !== (before as Record<string, unknown>)[name],
  )
}
