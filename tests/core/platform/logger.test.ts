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

it('leaves out what is below the threshold, also after it was moved, and for all who share it', () => {
  const { entries, sink } = listening()
  const threshold = { level: 'warn' as 'warn' | 'debug' }
  const log = createLogger(sink, 'core', threshold)
  const midi = log.named('midi-io')
  log.info('left out')
  midi.info('left out')
  midi.warn('kept')
  threshold.level = 'debug'
  midi.debug('kept as well')
  midi.trace('left out')
  expect(entries.map(({ source, message }) => `${source}: ${message}`)).toEqual([
    'midi-io: kept',
    'midi-io: kept as well',
  ])
})
