import type { Kernel } from '../../core/kernel/host/kernel.js'
import { NOT_ANSWERED } from '../../core/kernel/host/plugin-state.js'
import { askingNotice } from '../../core/kernel/permissions/asking-notice.js'

/** Lasts over reloads of this tab. */
const KEY = 'fretworkPermissionsAsked'

export interface SessionMemory {
  get(key: string): string | null | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** Without storage, a reload asks again. */
export const TAB_MEMORY: SessionMemory = {
  get: key => safely(() => sessionStorage.getItem(key)),
  set: (key, value) => safely(() => sessionStorage.setItem(key, value)),
  remove: key => safely(() => sessionStorage.removeItem(key)),
}

export async function announceAsking(
  { host, notices, translator }: Kernel,
  ids: readonly string[],
  memory: SessionMemory,
): Promise<void> {
  const waiting = ids.flatMap(id => {
    const state = host.state(id)
    return state?.code === NOT_ANSWERED.code ? [state] : []
  })
  if (waiting.length === 0 || memory.get(KEY)) return
  memory.set(KEY, 'yes')
  notices.post(
    askingNotice(Object.fromEntries(waiting.map(({ id, title }) => [id, translator.t(id, title)]))),
  )
}

export function forgetAnnounced({ notices }: Kernel, memory: SessionMemory): void {
  memory.remove(KEY)
  notices.withdraw('permissions')
}

function safely<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    // Storage is blocked in this browser.
    return undefined
  }
}
