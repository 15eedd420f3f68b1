import { expect, it } from 'vitest'
import { createEvent, EventBus } from '../../../src/core/events/event-bus.js'
import { type Notice, NoticeBoard } from '../../../src/core/events/notices.js'
import { createLogger, type LogEntry } from '../../../src/core/platform/ports.js'

const PLAYED = createEvent<{ note: number }>('midi-io.played')
const STOPPED = createEvent<undefined>('midi-io.stopped')

function busWithLog() {
  const logged: LogEntry[] = []
  return { bus: new EventBus(createLogger(entry => void logged.push(entry), 'core')), logged }
}

it('an event calls only its own listeners, in registration order', () => {
  const { bus } = busWithLog()
  const heard: string[] = []
  bus.on(PLAYED, ({ note }) => heard.push(`a ${note}`))
  bus.on(PLAYED, ({ note }) => heard.push(`b ${note}`))
  bus.on(STOPPED, () => heard.push('stopped'))
  bus.emit(PLAYED, { note: 60 })
  expect(heard).toEqual(['a 60', 'b 60'])
})

it('an exception in one listener is logged with the event name and does not stop the next listener', () => {
  const { bus, logged } = busWithLog()
  const heard: number[] = []
  const failure = new Error('no such string')
  bus.on(PLAYED, () => {
    throw failure
  })
  bus.on(PLAYED, ({ note }) => heard.push(note))
  bus.emit(PLAYED, { note: 64 })
  expect(heard).toEqual([64])
  expect(logged).toMatchObject([{ level: 'error', details: [failure] }])
  expect(logged[0]?.message).toContain('midi-io.played')
})

it('a listener can unregister while an event is dispatched', () => {
  const { bus } = busWithLog()
  const heard: string[] = []
  const once = bus.on(STOPPED, () => {
    once.dispose()
    heard.push('once')
  })
  bus.on(STOPPED, () => heard.push('always'))
  bus.emit(STOPPED, undefined)
  bus.emit(STOPPED, undefined)
  expect(heard).toEqual(['once', 'always', 'always'])
})

function board() {
  const events = new EventBus(createLogger(() => undefined, 'core'))
  return { events, notices: new NoticeBoard(events) }
}

const notice = (message: string): Notice => ({ kind: 'warning', source: 'core', message })

it('notices posted before the UI is ready are shown later, once and in order', () => {
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

it('the notice board keeps at most twenty notices', () => {
  const { notices } = board()
  for (let number = 1; number <= 50; number++) notices.post(notice(`${number}`))
  const heard: string[] = []
  notices.show(({ message }) => heard.push(message))
  expect([heard.length, heard[0]]).toEqual([20, '1'])
})

it('undo reverts each undoable notice once, latest first', () => {
  const { notices } = board()
  const undone: string[] = []
  const heard: Notice[] = []
  notices.show(each => heard.push(each))
  for (const message of ['first', 'second', 'third'])
    notices.post({ ...notice(message), action: { label: 'Undo', run: () => undone.push(message) } })
  notices.post({ ...notice('fourth'), action: { label: 'Try again', run: () => undone.push('fourth') } })
  heard[1]?.action?.run()
  expect(
    [notices.undo(), notices.undo(), notices.undo()].map(each => each && 'message' in each && each.message),
  ).toEqual([...['third', 'first', undefined]])
  expect(undone).toEqual(['second', 'third', 'first'])
})
