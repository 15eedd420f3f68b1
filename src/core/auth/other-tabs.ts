import type { Logger, Platform } from '../platform/ports.js'
import type { Disposable } from '../platform/store.js'
import type { Session } from './session.js'
import type { SessionCookie, Tokens } from './session-cookie.js'

/** Delay before the cookie is read again, ms. Browsers sync cookies and storage between tabs separately. */
const LOOK_AGAIN_AFTER_MS = 20
const LOOK_AGAIN_AT_MOST_MS = 2000

interface OtherTabsParts {
  readonly platform: Pick<Platform, 'storage' | 'clock'>
  readonly cookie: SessionCookie
  /** Storage key that signals a change to other tabs, because cookies have no change event. */
  readonly key: () => string
  readonly jwt: () => string | undefined
  readonly log: Logger
}

export class OtherTabs {
  private readonly listening: Disposable
  private look: Disposable | undefined

  constructor(
    private readonly parts: OtherTabsParts,
    private readonly follow: (tokens: Tokens | undefined) => void,
  ) {
    this.listening = parts.platform.storage.onChange((key, value) => {
      if (key === parts.key()) this.heard(value ?? '', LOOK_AGAIN_AFTER_MS)
    })
  }

  announce(status: Session['status']): void {
    const { platform, key, log } = this.parts
    this.look?.dispose()
    try {
      platform.storage.set(key(), `${status} ${platform.clock.date().getTime()}`)
    } catch (error) {
      log.warn('Other tabs could not be notified of the login or logout', error)
    }
  }

  dispose(): void {
    this.look?.dispose()
    this.listening.dispose()
  }

  /**
   * Switches to the other tab's session when the cookie matches. If it never matches, the cookie takes
   * precedence.
   */
  private heard(announced: string, againAfterMs: number): void {
    this.look?.dispose()
    const tokens = this.parts.cookie.read()
    if (this.agrees(announced, tokens) || againAfterMs > LOOK_AGAIN_AT_MOST_MS) {
      this.follow(tokens)
      return
    }
    this.look = this.parts.platform.clock.after(againAfterMs, () => this.heard(announced, 2 * againAfterMs))
  }

  private agrees(announced: string, tokens: Tokens | undefined): boolean {
    if (announced.startsWith('loggedOut')) return tokens === undefined
    return !announced.startsWith('loggedIn') || (tokens !== undefined && tokens.jwt !== this.parts.jwt())
  }
}
