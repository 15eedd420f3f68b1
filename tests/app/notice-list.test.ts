// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { returnFocus } from '../../src/app/toasts.js'
import type { Disposable } from '../../src/core/platform/store.js'

let watching: Disposable
const byId = (id: string) => document.querySelector<HTMLElement>(`#${id}`) as HTMLElement

beforeEach(() => {
  document.body.innerHTML =
    '<main id="main" tabindex="-1"><button id="follow">Follow</button></main>' +
    '<div id="list"><p id="notice"><button id="undo">Undo</button></p></div>'
  watching = returnFocus(byId('list'))
})
afterEach(() => watching.dispose())

function pressUndo() {
  byId('follow').focus()
  const undo = byId('undo')
  undo.dispatchEvent(new FocusEvent('focusin', { bubbles: true, relatedTarget: byId('follow') }))
  undo.focus()
  undo.blur()
}

it('focus returns to the previously focused element', async () => {
  pressUndo()
  byId('notice').remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(byId('follow')))
})

it('focus moves to the page if the previously focused element is gone', async () => {
  pressUndo()
  byId('follow').remove()
  byId('notice').remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(byId('main')))
})

it('closing a notice does not move focus that is outside the notice', async () => {
  byId('follow').focus()
  byId('follow').blur()
  byId('notice').remove()
  await new Promise(resolve => requestAnimationFrame(resolve))
  expect(document.activeElement).toBe(document.body)
})
