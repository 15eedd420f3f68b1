import { EventEmitter } from 'eventemitter3'
import { inject, injectable } from '../platform/inject.js'
import { LOG, type Logger } from '../platform/ports.js'
import { type Disposable, disposable } from '../platform/store.js'
import { createToken, type Guarded, guard } from '../platform/token.js'
import { JOURNAL, type Journal } from './journal.js'

export interface EventType<T> {
  readonly id: string
  readonly payload?: T
}

/**
 * Creates a typed event.
 * @param id `<plugin>.<what happened>`, such as `midi-io.event`
 */
export function createEvent<T>(id: string, guarded?: Guarded): EventType<T> {
  guard(id, guarded)
  return { id }
}

/** Emits events and notifies listeners. */
export const EVENTS = createToken<EventBus>('core.events')

@injectable()
export class EventBus {
  private readonly emitter = new EventEmitter()

  constructor(
    @inject(LOG) private readonly log: Logger,
    @inject(JOURNAL) private readonly journal?: Pick<Journal, 'now' | 'begin'>,
  ) {}

  emit<T>(event: EventType<T>, payload: T): void {
    const { journal } = this
    const end = journal?.begin({ kind: 'event', at: journal.now(), id: event.id, payload })
    this.emitter.emit(event.id, payload)
    end?.()
  }

  /** Adds a listener. If it throws, the error is logged and the other listeners still run. */
  on<T>(event: EventType<T>, listener: (payload: T) => void): Disposable {
    const guarded = (payload: T) => {
      try {
        listener(payload)
      } catch (error) {
        this.log.error(`A listener of ${event.id} failed`, error)
      }
    }
    this.emitter.on(event.id, guarded)
    return disposable(() => this.emitter.off(event.id, guarded))
  }

  get heard(): readonly string[] {
    return this.emitter.eventNames().map(String)
  }

  listenerCount(event?: EventType<unknown>): number {
    if (event) return this.emitter.listenerCount(event.id)
    return this.emitter.eventNames().reduce((sum, name) => sum + this.emitter.listenerCount(name), 0)
  }
}
