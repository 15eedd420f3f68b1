/** Addresses of the pages of sharing. */
import type { ShareKind } from '../../core/api/sharing.js'

/** Where something of the library is shared. @param record as the account calls it */
export const sharePath = (kind: ShareKind, record: string): string =>
  `/shared/with?${new URLSearchParams({ kind, record })}`
