import { storedData } from '../../core/platform/data/stored-data.js'
import { memoryCookies, memoryStorage } from '../../core/platform/memory-platform.js'
import type { Platform } from '../../core/platform/ports.js'

/** Keeps nothing and knows no session: settings pass neither to nor from the accounts of this browser. */
export const guestPlatform = (platform: Platform): Platform => ({
  ...platform,
  storage: memoryStorage(),
  data: storedData(memoryStorage()),
  cookies: memoryCookies(),
})
