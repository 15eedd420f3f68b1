/** Helpers for settings tests: sample settings, and a settings store that records log messages. */
import * as z from 'zod/mini'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { NOTICE, type Notice, NoticeBoard } from '../../../src/core/events/notices.js'
import { memoryStorage } from '../../../src/core/platform/memory-platform.js'
import { createLogger, type LogEntry } from '../../../src/core/platform/ports.js'
import { defineSettings } from '../../../src/core/settings/section.js'
import { Settings } from '../../../src/core/settings/settings.js'

const neckSchema = z.object({
  scale: z.string(),
  capo: z.int().check(z.gte(0), z.lte(24)),
  leftHanded: z.boolean(),
})

export const neck = defineSettings({
  ...{ id: 'Neck', title: 'Neck', version: '3', schema: neckSchema },
  defaults: { scale: 'C Major', capo: 0, leftHanded: false },
  migrations: {
    // Version 1 stored the capo as text, and version 2 had a different name for `leftHanded`.
    '1': old => ({ ...old, capo: Number(old.capo) }),
    '2': ({ mirrored, ...old }) => ({ ...old, leftHanded: mirrored }),
  },
})

export function settingsWith(stored: Record<string, string> = {}, storage = memoryStorage(stored)) {
  const logged: LogEntry[] = []
  const notices: Notice[] = []
  const log = createLogger(entry => void logged.push(entry), 'core')
  const events = new EventBus(log)
  events.on(NOTICE, notice => void notices.push(notice))
  const tenant = { key: 'acme' }
  const storageKey = (id: string) => `${tenant.key}${id}`
  const settings = new Settings(storage, { storageKey }, log, new NoticeBoard(events), events)
  const storedNow = (key: string): unknown => JSON.parse(storage.get(key) ?? 'null')
  return { settings, storage, storedNow, notices, logged, events, tenant }
}
