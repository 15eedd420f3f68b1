/** When the tokens are renewed: every thirty minutes, and when a connection is back that a renewal has waited for. */
import type { Disposable } from '../platform/disposable.js'
import type { Platform } from '../platform/ports.js'

export const REFRESH_EVERY_MS = 30 * 60 * 1000

export interface RefreshDue {
  every(): void
  connected(): void
}

export class RefreshTimes {
  private timer: Disposable | undefined
  private connection: Disposable | undefined

  constructor(
    private readonly platform: Pick<Platform, 'clock' | 'onConnected'>,
    private readonly due: RefreshDue,
  ) {}

  /** Counts from now. */
  begin(): void {
    this.end()
    this.timer = this.platform.clock.every(REFRESH_EVERY_MS, () => this.due.every())
    this.connection = this.platform.onConnected(() => this.due.connected())
  }

  end(): void {
    this.timer?.dispose()
    this.connection?.dispose()
  }
}
