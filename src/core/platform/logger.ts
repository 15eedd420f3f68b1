import type { LogLevel, LogSink } from './ports.js'
import { createToken } from './services/token.js'

const ORDER: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error']

export interface Logger {
  trace(message: string, ...details: unknown[]): void
  debug(message: string, ...details: unknown[]): void
  info(message: string, ...details: unknown[]): void
  warn(message: string, ...details: unknown[]): void
  error(message: string, ...details: unknown[]): void
  named(source: string): Logger
}

export const LOG = createToken<Logger>('core.log')

interface LogThreshold {
  level: LogLevel
}

export function createLogger(
  sink: LogSink,
  source: string,
  threshold: LogThreshold = { level: 'trace' },
): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, ...details: unknown[]) => {
      if (ORDER.indexOf(level) >= ORDER.indexOf(threshold.level)) sink({ level, source, message, details })
    }
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    named: name => createLogger(sink, name, threshold),
  }
}
