import { DEFAULT_TENANT, type TenantCard, tenantCard } from '../contract/tenant.js'
import { messageOf } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { storedJson } from '../platform/json.js'
import { LOG, type Logger, STORAGE, type StoragePort } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import { createToken } from '../platform/token.js'

const REMEMBERED = 'fretwork.tenant'

const UNKNOWN: TenantCard = {
  key: DEFAULT_TENANT,
  name: 'Fretwork',
  accent: '#e8a13a',
  languages: ['en', 'de'],
  providers: [],
}

export const TENANT = createToken<TenantService>('core.tenant')

@injectable()
export class TenantService {
  private readonly card = createStore<TenantCard>(UNKNOWN)
  readonly store: ReadonlyStore<TenantCard> = this.card

  constructor(
    @inject(STORAGE) private readonly storage: StoragePort,
    @inject(LOG) private readonly log: Logger,
  ) {}

  get current(): TenantCard {
    return this.card.getState()
  }

  /** @example storageKey('Layout') // 'fretworkLayout' */
  storageKey(suffix: string): string {
    return `${this.current.key}${suffix}`
  }

  use(key: string): void {
    this.card.setState({ ...UNKNOWN, key, name: key === UNKNOWN.key ? UNKNOWN.name : key }, true)
  }

  async learn(fetchCard: () => Promise<TenantCard>): Promise<void> {
    const remembered = storedJson(tenantCard, this.storage.get(REMEMBERED))
    if (remembered) this.card.setState(remembered, true)
    const answer = this.ask(fetchCard, remembered)
    if (!remembered) await answer
  }

  private async ask(fetchCard: () => Promise<TenantCard>, remembered: TenantCard | undefined): Promise<void> {
    try {
      const card = await fetchCard()
      this.remember(card)
      // A new key changes the storage and session, so it takes effect on the next start.
      if (!remembered || remembered.key === card.key) this.card.setState(card, true)
    } catch (error) {
      this.log.warn('Couldn’t fetch the tenant from the server; using the stored one', error)
    }
  }

  private remember(card: TenantCard): void {
    try {
      this.storage.set(REMEMBERED, JSON.stringify(card))
    } catch (error) {
      this.log.warn('Couldn’t store the tenant; it will be fetched again at the next start', messageOf(error))
    }
  }
}
