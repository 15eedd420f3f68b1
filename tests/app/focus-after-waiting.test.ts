// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveFocusBack } from '../../src/app/app.js'
import type { Disposable } from '../../src/core/platform/store.js'

let watching: Disposable
let save: HTMLButtonElement
let other: HTMLButtonElement

beforeEach(() => {
  document.body.innerHTML = '<button id="save">Save</button><button id="other">Other</button>'
  save = document.querySelector<HTMLButtonElement>('#save') as HTMLButtonElement
  other = document.querySelector<HTMLButtonElement>('#other') as HTMLButtonElement
  watching = giveFocusBack(document)
})
afterEach(() => watching.dispose())

/** Simulates browsers, which remove focus from disabled elements. */
function wait(button: HTMLButtonElement) {
  button.blur()
  button.disabled = true
}

it('a button regains focus when it is enabled again', async () => {
  save.focus()
  wait(save)
  expect(document.activeElement).toBe(document.body)
  save.disabled = false
  await vi.waitFor(() => expect(document.activeElement).toBe(save))
})

it('a button also regains focus after a dialog closes', async () => {
  save.focus()
  document.body.insertAdjacentHTML('beforeend', '<button id="yes">Yes</button>')
  const yes = document.querySelector<HTMLButtonElement>('#yes')
  yes?.focus()
  save.disabled = true
  yes?.blur()
  yes?.remove()
  save.disabled = false
  await vi.waitFor(() => expect(document.activeElement).toBe(save))
})

it('a button does not regain focus if the user has moved it elsewhere', async () => {
  const given = vi.spyOn(save, 'focus')
  save.focus()
  wait(save)
  other.focus()
  save.disabled = false
  other.disabled = true
  other.disabled = false
  await new Promise(resolve => requestAnimationFrame(resolve))
  expect(given).toHaveBeenCalledTimes(1)
})
