/** Who provides which service now. Containers read these slots, so nothing outlives its plugin. */
import { type Disposable, disposable } from '../../platform/disposable.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { AnyToken } from '../manifest/plugin.js'
import type { Token } from './token.js'

interface Slot {
  /** Undefined while its plugin is not active. */
  service?: unknown
  filled: boolean
}

export class ServiceSlots {
  private readonly slots = new Map<symbol, Slot>()

  /** @param why says who would provide the service, for the sentence of `service_unavailable` */
  constructor(private readonly why: (token: AnyToken) => string) {}

  fill(token: AnyToken, service: unknown): Disposable {
    const slot = this.slot(token)
    slot.service = service
    slot.filled = true
    return disposable(() => {
      slot.service = undefined
      slot.filled = false
    })
  }

  find<T>(token: Token<T>): T | undefined {
    const slot = this.slots.get(token.key)
    return slot?.filled ? (slot.service as T) : undefined
  }

  /** @throws FretworkError `service_unavailable` */
  get<T>(token: Token<T>): T {
    const slot = this.slots.get(token.key)
    if (!slot?.filled) throw new FretworkError('service_unavailable', this.why(token))
    return slot.service as T
  }

  isFilled(token: AnyToken): boolean {
    return this.slots.get(token.key)?.filled ?? false
  }

  /** Keys of every token that a manifest names. */
  keys(): Iterable<symbol> {
    return this.slots.keys()
  }

  /** Makes a token known, so that asking for it is answered in our words. */
  know(token: AnyToken): void {
    this.slot(token)
  }

  private slot(token: AnyToken): Slot {
    const known = this.slots.get(token.key)
    if (known) return known
    const slot: Slot = { filled: false }
    this.slots.set(token.key, slot)
    return slot
  }
}
