/** What the tabs of one browser tell each other: that somebody has logged in or out. */
import type { Disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import type { Platform } from '../platform/ports.js'
import type { TenantService } from '../tenant/tenant-service.js'
import type { Session } from './session.js'

export interface OtherTabsParts {
  readonly platform: Pick<Platform, 'storage' | 'clock'>
  readonly tenant: TenantService
  readonly log: Logger
}

/** Cookies tell nobody that they changed; a stored value does. */
export class OtherTabs {
  private readonly listening: Disposable

  /** @param changed another tab has logged in or out: the cookie says which */
  constructor(
    private readonly parts: OtherTabsParts,
    changed: () => void,
  ) {
    this.listening = parts.platform.storage.onChange(key => {
      if (key === this.key) changed()
    })
  }

  tell(status: Session['status']): void {
    const { platform, log } = this.parts
    try {
      // With the time, so that the same again is a change, too.
      platform.storage.set(this.key, `${status} ${platform.clock.date().getTime()}`)
    } catch (error) {
      log.warn('Other tabs could not be told of the log-in or log-out', error)
    }
  }

  dispose(): void {
    this.listening.dispose()
  }

  private get key(): string {
    return this.parts.tenant.storageKey('Session')
  }
}
