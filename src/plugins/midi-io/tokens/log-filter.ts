/** Which part of the log is shown: what somebody has typed and chosen. */
import { createToken } from '../../../core/kernel/services/token.js'
import type { Store } from '../../../core/platform/store.js'

export const LOG_KINDS = ['note', 'controller', 'bend', 'program', 'other'] as const

export type LogKind = (typeof LOG_KINDS)[number]

/** What can be chosen instead of written; what is absent lets everything pass. */
export interface LogChoice {
  readonly portId?: string | undefined
  /** 1–16. */
  readonly channel?: number | undefined
  readonly kind?: LogKind | undefined
}

export interface LogFilter {
  /** Words of which an event must have every one. */
  readonly text: string
  readonly choice: LogChoice
}

/** The plugin's own: the filter of the log. Not kept: who comes back sees all of it. */
export const LOG_FILTER = createToken<Store<LogFilter>>('midi-io.log-filter')
