import type { LogLevel, LogSink } from './ports.js'
import { createToken } from './services/token.js'

export interface Logger {
  trace(message: string, ...details: unknown[]): void
  debug(message: string, ...details: unknown[]): void
  info(message: string, ...details: unknown[]): void
  warn(message: string, ...details: unknown[]): void
  error(message: string, ...details: unknown[]): void
  named(source: string): Logger
}

export const LOG = createToken<Logger>('core.log')

export function createLogger(sink: LogSink, source: string): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, ...details: unknown[]) =>
      sink({ level, source, message, details })
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    named: name => createLogger(sink, name),
  }
}
