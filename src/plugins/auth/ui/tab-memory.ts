/** The memory of this tab; without it, an external sign-in cannot come back. */
import type { TabMemory } from '../external-sign-in.js'

export const TAB_MEMORY: TabMemory = {
  get(key) {
    try {
      return sessionStorage.getItem(key) ?? undefined
    } catch {
      // A browser that keeps nothing for this site throws at the mere name: then nothing was begun here.
      return undefined
    }
  },
  set: (key, value) => sessionStorage.setItem(key, value),
  remove(key) {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // What could not be kept need not be removed either.
    }
  },
}
