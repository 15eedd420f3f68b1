import { expect, it } from 'vitest'
import { createLogger } from '../../../src/core/platform/logger.js'
import type { LogEntry } from '../../../src/core/platform/ports.js'

function listening() {
  const entries: LogEntry[] = []
  return { entries, sink: (entry: LogEntry) => void entries.push(entry) }
}

it('hands every level to the sink at start-up, with who speaks and the details', () => {
  const { entries, sink } = listening()
  const log = createLogger(sink, 'core')
  log.trace('a')
  log.debug('b')
  log.info('c')
  log.warn('d', { port: 'x' })
  log.error('e', 1, 2)
  expect(entries.map(({ level }) => level)).toEqual(['trace', 'debug', 'info', 'warn', 'error'])
  expect(entries[3]).toEqual({ level: 'warn', source: 'core', message: 'd', details: [{ port: 'x' }] })
  expect(entries[4]?.details).toEqual([1, 2])
})

it('names a log for another source', () => {
  const { entries, sink } = listening()
  createLogger(sink, 'core').named('midi-io').info('ready')
  expect(entries[0]).toMatchObject({ source: 'midi-io', message: 'ready' })
})
