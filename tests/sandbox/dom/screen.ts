// Screen of a sandboxed plugin: real React renders into the worker's document, and happy-dom shows the
// result.
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import type { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import type { DomEvent, DomOp } from '../../../src/sandbox/dom/dom-op.js'
import { openRemoteRoot } from '../../../src/sandbox/dom/remote-root.js'
import { showRemote } from '../../../src/sandbox/dom/remote-view.js'
import { installDocument } from '../../../src/sandbox/dom/worker-document.js'

// Selects React's production build, which reads the document while loading.
process.env.NODE_ENV = 'production'
export const workerDocument = installDocument(globalThis)
const { createRoot } = await import('react-dom/client')
// Tests import these names from here because their own imports would run before the lines above.
export const { createElement, useLayoutEffect, useRef, useState } = await import('react')
export const { createPortal } = await import('react-dom')

/** One-way message channel that can be paused, so that messages in opposite directions cross. */
function way<Message>(deliver: (message: Message) => void) {
  const waiting: Message[] = []
  let held = false
  return {
    send(message: Message) {
      const copy = structuredClone(message)
      if (held) waiting.push(copy)
      else deliver(copy)
    },
    hold() {
      held = true
    },
    release() {
      held = false
      for (const message of waiting.splice(0)) deliver(message)
    },
  }
}

/** Creates an empty element like the sandbox frame's root. */
export function page() {
  const window = new Window({ url: 'http://localhost:3000/' })
  const element = window.document.createElement('div')
  window.document.body.append(element)
  return { window, element, root: element as unknown as HTMLElement }
}

export function openScreen(content: ReactNode) {
  const { window, root } = page()
  const errors: FretworkError[] = []
  const sent: DomOp[] = []
  const heard: DomEvent[] = []
  const toFrame = way<readonly DomOp[]>(ops => view.apply(ops))
  const toWorker = way<DomEvent>(event => remote.receive(event))
  const remote = openRemoteRoot(workerDocument, ops => {
    sent.push(...ops)
    toFrame.send(ops)
  })
  const view = showRemote(
    root,
    event => {
      heard.push(event)
      toWorker.send(event)
    },
    error => errors.push(error),
  )
  const react = createRoot(remote.element)
  react.render(content)

  function find<Found extends Element = HTMLElement>(selector: string): Found {
    const found = root.querySelector<Found>(selector)
    if (found === null) throw new Error(`The screen has no ${selector}.`)
    return found
  }
  function fire(
    target: Element,
    type: string,
    { bubbles = true, ...fields }: { bubbles?: boolean; [field: string]: unknown } = {},
    kind: 'Event' | 'InputEvent' = 'Event',
  ): boolean {
    const event = Object.assign(new window[kind](type, { bubbles, cancelable: true }), fields)
    return target.dispatchEvent(event as never)
  }

  return {
    ...{ window, root, errors, sent, heard, toFrame, toWorker, remote, view, react, find, fire },
    /** Appends text to the field one letter at a time. */
    type(selector: string, text: string) {
      const field = find<HTMLInputElement>(selector)
      for (const letter of text) {
        field.value += letter
        fire(field, 'input', { data: letter }, 'InputEvent')
      }
    },
    shows: (html: string) => expect.poll(() => root.innerHTML).toBe(html),
    says: (text: string) => expect.poll(() => root.textContent).toBe(text),
  }
}
