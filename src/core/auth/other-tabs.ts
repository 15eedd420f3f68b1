/** The other tabs of a browser: a log-in or log-out here is announced to them, and theirs are followed. */
import type { Disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import type { Platform } from '../platform/ports.js'
import type { Session } from './session.js'
import type { TokenStore, Tokens } from './token-refresh.js'

/** A cookie is shared between the processes of a browser apart from stored values, and may come later than its news. */
const LOOK_AGAIN_AFTER_MS = 20
const LOOK_AGAIN_AT_MOST_MS = 2000

interface OtherTabsParts {
  readonly platform: Pick<Platform, 'storage' | 'clock'>
  readonly cookie: TokenStore
  /** Where they announce it: a stored value has a change event, a cookie has none. */
  readonly key: () => string
  /** The access token of this tab. */
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
    // What happens here is newer than what was heard.
    this.look?.dispose()
    try {
      // With the time, so that the same again is a change, too.
      platform.storage.set(key(), `${status} ${platform.clock.date().getTime()}`)
    } catch (error) {
      log.warn('Other tabs could not be notified of the login or logout', error)
    }
  }

  dispose(): void {
    this.look?.dispose()
    this.listening.dispose()
  }

  /** Follows once the cookie says the same. Where it never does, the cookie counts. */
  private heard(announced: string, againAfterMs: number): void {
    this.look?.dispose()
    const tokens = this.parts.cookie.read()
    if (this.agrees(announced, tokens) || againAfterMs > LOOK_AGAIN_AT_MOST_MS) {
      this.follow(tokens)
      return
    }
    this.look = this.parts.platform.clock.after(againAfterMs, () => this.heard(announced, 2 * againAfterMs))
  }

  /** Where the news was deleted, there is only the cookie. */
  private agrees(announced: string, tokens: Tokens | undefined): boolean {
    if (announced.startsWith('loggedOut')) return tokens === undefined
    return !announced.startsWith('loggedIn') || (tokens !== undefined && tokens.jwt !== this.parts.jwt())
  }
}
