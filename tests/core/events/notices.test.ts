import { describe, expect, it } from 'vitest'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { type Notice, NoticeBoard } from '../../../src/core/events/notices.js'
import { createLogger } from '../../../src/core/platform/ports.js'

function board() {
  const events = new EventBus(createLogger(() => undefined, 'core'))
  return { events, notices: new NoticeBoard(events) }
}

const notice = (message: string): Notice => ({ kind: 'warning', source: 'core', message })

describe('the notice board', () => {
  it('keeps what was posted before anyone could show it, in order, and shows it once', () => {
    const { notices } = board()
    notices.post(notice('first'))
    notices.post(notice('second'))
    const heard: string[] = []
    const showing = notices.show(({ message }) => heard.push(message))
    notices.post(notice('third'))
    expect(heard).toEqual(['first', 'second', 'third'])
    showing.dispose()
    notices.show(({ message }) => heard.push(`again ${message}`))
    expect(heard).toEqual(['first', 'second', 'third'])
  })

  it('keeps twenty of them and no more', () => {
    const { notices } = board()
    for (let number = 1; number <= 50; number++) notices.post(notice(`${number}`))
    const heard: string[] = []
    notices.show(({ message }) => heard.push(message))
    expect([heard.length, heard[0]]).toEqual([20, '1'])
  })
})
