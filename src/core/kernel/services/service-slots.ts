import { type Disposable, disposable } from '../../platform/disposable.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { Token } from '../../platform/services/token.js'
import type { AnyToken } from '../manifest/plugin.js'

export class ServiceSlots {
  private readonly services = new Map<symbol, unknown>()

  constructor(private readonly why: (token: AnyToken) => string) {}

  fill({ key }: AnyToken, service: unknown): Disposable {
    this.services.set(key, service)
    return disposable(() => this.services.delete(key))
  }

  find<T>({ key }: Token<T>): T | undefined {
    return this.services.get(key) as T | undefined
  }

  get<T>(token: Token<T>): T {
    if (!this.has(token)) throw new FretworkError('service_unavailable', this.why(token))
    return this.services.get(token.key) as T
  }

  has({ key }: AnyToken): boolean {
    return this.services.has(key)
  }
}
