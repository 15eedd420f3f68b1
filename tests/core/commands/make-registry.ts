import { CommandRegistry } from '../../../src/core/commands/command-registry.js'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { NOTICE, type Notice, NoticeBoard } from '../../../src/core/events/notices.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../src/core/platform/ports.js'

export function makeRegistry(options: Parameters<typeof memoryPlatform>[0] = {}) {
  const platform = memoryPlatform(options)
  const { logged, log: sink } = platform
  const log = createLogger(sink, 'test')
  const events = new EventBus(log)
  const notices: Notice[] = []
  events.on(NOTICE, notice => notices.push(notice))
  const commands = new CommandRegistry(log, new NoticeBoard(events), platform)
  return { commands, notices, logged, platform, running: () => commands.running.getState() }
}
