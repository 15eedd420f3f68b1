// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import { browserPage } from '../../../../src/plugins/midi-io/ui/browser-page.js'

function listen(uses: (code: string) => boolean = () => true) {
  const listener = { down: vi.fn(uses), up: vi.fn(), lost: vi.fn() }
  const listening = browserPage().onKeys(listener)
  onTestFinished(() => listening.dispose())
  return listener
}

function press(target: EventTarget, init: KeyboardEventInit = {}, type = 'keydown') {
  const event = new KeyboardEvent(type, { code: 'KeyA', bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

it('a key is reported by its code, and a handled key event does not propagate', () => {
  const listener = listen()
  const others = vi.fn()
  document.addEventListener('keydown', others)
  const event = press(document.body)
  document.removeEventListener('keydown', others)
  expect([listener.down.mock.calls, event.defaultPrevented]).toEqual([[['KeyA', false]], true])
  expect(others).not.toHaveBeenCalled()
  press(document.body, {}, 'keyup')
  expect(listener.up.mock.calls).toEqual([['KeyA']])
})

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])(
  'keys with modifiers play no notes: %o',
  modifier => {
    const listener = listen()
    press(document.body, modifier)
    expect(listener.down).not.toHaveBeenCalled()
  },
)

it('a focused text field receives all keys', () => {
  const listener = listen()
  const field = document.body.appendChild(document.createElement('input'))
  press(field)
  expect(listener.down).not.toHaveBeenCalled()
  field.remove()
})

it('all keys are released when the window loses focus', () => {
  const listener = listen()
  window.dispatchEvent(new Event('blur'))
  expect(listener.lost).toHaveBeenCalledOnce()
})

it('releasing ⌘ releases all keys, because macOS sends no keyup while ⌘ is held', () => {
  const listener = listen()
  press(document.body)
  press(document.body, { code: 'MetaLeft', key: 'Meta', metaKey: true })
  expect(listener.lost).not.toHaveBeenCalled()
  press(document.body, { code: 'MetaLeft', key: 'Meta' }, 'keyup')
  expect(listener.lost).toHaveBeenCalledOnce()
})

it('leaving or freezing the page silences all sound', () => {
  const ended = vi.fn()
  const listening = browserPage().onHide(ended)
  window.dispatchEvent(new Event('pagehide'))
  expect(ended).toHaveBeenCalledOnce()
  document.dispatchEvent(new Event('freeze'))
  expect(ended).toHaveBeenCalledTimes(2)
  listening.dispose()
  window.dispatchEvent(new Event('pagehide'))
  document.dispatchEvent(new Event('freeze'))
  expect(ended).toHaveBeenCalledTimes(2)
})
