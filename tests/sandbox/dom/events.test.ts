import type { KeyboardEvent, PointerEvent, SyntheticEvent, WheelEvent } from 'react'
import { describe, expect, it } from 'vitest'
import { createElement as h, openScreen, useLayoutEffect, useRef } from './screen.js'

describe('sandboxed screen events', () => {
  it('sandboxed events bubble until a handler stops propagation', async () => {
    const heard: string[] = []
    const say = (word: string, stop: boolean) => (event: SyntheticEvent) => {
      heard.push(word)
      if (stop) event.stopPropagation()
    }
    const nest = (stop: boolean) =>
      h('div', { onClick: say('outer', false) }, h('button', { onClick: say('inner', stop) }, String(stop)))
    const screen = openScreen(nest(false))
    await screen.says('false')
    screen.find('button').click()
    expect(heard).toEqual(['inner', 'outer'])
    screen.react.render(nest(true))
    await screen.says('true')
    screen.find('button').click()
    expect(heard).toEqual(['inner', 'outer', 'inner'])
  })

  it('events reach window listeners with their target', async () => {
    const names: string[] = []
    function Drag() {
      useLayoutEffect(() => {
        const moved = (event: Event) => names.push((event.target as Element).localName)
        window.addEventListener('pointerup', moved)
        return () => window.removeEventListener('pointerup', moved)
      }, [])
      return h('i', null, 'Drag')
    }
    const screen = openScreen(h(Drag))
    await screen.says('Drag')
    screen.fire(screen.find('i'), 'pointerup')
    expect(names).toEqual(['i'])
    screen.react.render(null)
    await screen.shows('')
  })

  it('events include keys, buttons and coordinates', async () => {
    const heard: unknown[] = []
    const onKeyDown = ({ key, code, shiftKey }: KeyboardEvent) => heard.push([key, code, shiftKey])
    const onPointerDown = ({ clientX, clientY, button, pointerId, nativeEvent }: PointerEvent) =>
      heard.push([clientX, clientY, button, pointerId, nativeEvent.offsetX])
    const onWheel = ({ deltaY }: WheelEvent) => heard.push(deltaY)
    const screen = openScreen(h('div', { onKeyDown, onPointerDown, onWheel }, 'Neck'))
    await screen.says('Neck')
    const neck = screen.find('div')
    screen.fire(neck, 'keydown', { key: 'A', code: 'KeyA', shiftKey: true })
    screen.fire(neck, 'pointerdown', { clientX: 7, clientY: 8, button: 0, pointerId: 3, offsetX: 2 })
    expect(heard).toEqual([
      ['A', 'KeyA', true],
      [7, 8, 0, 3, 2],
    ])
    screen.fire(neck, 'wheel', { deltaX: 0, deltaY: 10 })
    screen.fire(neck, 'wheel', { deltaX: 0, deltaY: 5 })
    await expect.poll(() => heard.at(-1)).toBe(15)
    expect(heard).toHaveLength(3)
  })

  it('pointer moves are sent in order, at most once per animation frame', async () => {
    const heard: unknown[] = []
    const onPointerMove = ({ clientX }: PointerEvent) => heard.push(clientX)
    const screen = openScreen(h('div', { onPointerMove, onPointerUp: () => heard.push('up') }, 'Neck'))
    await screen.says('Neck')
    for (const clientX of [1, 2, 3]) screen.fire(screen.find('div'), 'pointermove', { clientX })
    expect(heard).toEqual([])
    screen.fire(screen.find('div'), 'pointerup')
    expect(heard).toEqual([3, 'up'])
  })

  it('a pointer that moves between elements triggers leave and enter events', async () => {
    const heard: string[] = []
    const part = (name: string) =>
      h('p', {
        id: name,
        onPointerEnter: () => heard.push(`+${name}`),
        onPointerLeave: () => heard.push(`-${name}`),
      })
    const screen = openScreen(h('div', null, part('a'), part('b')))
    await expect.poll(() => screen.root.querySelector('#b')).not.toBeNull()
    const [a, b] = [screen.find('#a'), screen.find('#b')]
    screen.fire(a, 'pointerover', { relatedTarget: null })
    screen.fire(a, 'pointerout', { relatedTarget: b })
    screen.fire(b, 'pointerover', { relatedTarget: a })
    expect(heard).toEqual(['+a', '-a', '+b'])
  })

  it('scroll events include the scroll offset', async () => {
    const heard: number[] = []
    const onScroll = (event: SyntheticEvent) => heard.push(event.currentTarget.scrollTop)
    const screen = openScreen(h('div', { onScroll }, 'Long'))
    await screen.says('Long')
    const box = screen.find('div')
    box.scrollTop = 40
    screen.fire(box, 'scroll', { bubbles: false })
    await expect.poll(() => heard).toEqual([40])
  })

  it('submitting a form calls its handler and sends no request', async () => {
    const heard: string[] = []
    const onSubmit = (event: SyntheticEvent) => {
      event.preventDefault()
      heard.push('sent')
    }
    const screen = openScreen(h('form', { onSubmit }, 'Form'))
    await screen.says('Form')
    expect([screen.fire(screen.find('form'), 'submit'), heard]).toEqual([false, ['sent']])
  })

  it('events for removed elements are ignored', async () => {
    const heard: string[] = []
    const screen = openScreen(h('button', { onClick: () => heard.push('late') }, 'Go'))
    await screen.says('Go')
    screen.toWorker.hold()
    screen.find('button').click()
    screen.react.render(null)
    await screen.shows('')
    screen.toWorker.release()
    expect(heard).toEqual([])
  })
})

describe('focus in sandboxed screens', () => {
  it('handlers and effects can move focus', async () => {
    const heard: string[] = []
    function Search() {
      const field = useRef<HTMLInputElement>(null)
      const says = (word: string) => () => heard.push(word)
      const input = h('input', { ref: field, onFocus: says('focus'), onBlur: says('blur') })
      return h('div', null, input, h('button', { onClick: () => field.current?.focus() }, 'Search'))
    }
    const screen = openScreen(h(Search))
    await screen.says('Search')
    screen.find('button').click()
    await expect.poll(() => screen.window.document.activeElement?.localName).toBe('input')
    expect(document.activeElement?.localName).toBe('input')
    await expect.poll(() => heard).toEqual(['focus'])
    screen.find('input').blur()
    expect(heard).toEqual(['focus', 'blur'])
    expect(document.activeElement).toBe(document.body)
  })

  it('a field with autoFocus receives focus', async () => {
    const screen = openScreen(h('input', { autoFocus: true }))
    await expect.poll(() => screen.window.document.activeElement?.localName).toBe('input')
    expect(screen.errors).toEqual([])
  })

  it('a focused element keeps focus when its siblings are reordered', async () => {
    const field = (id: string) => h('input', { key: id, id })
    const fields = (names: string) => h('p', null, [...names].map(field))
    const screen = openScreen(fields('abc'))
    await expect.poll(() => screen.root.querySelector('#c')).not.toBeNull()
    screen.find('#c').focus()
    screen.react.render(fields('bac'))
    await expect.poll(() => screen.root.querySelector('input')?.id).toBe('b')
    expect(screen.window.document.activeElement?.id).toBe('c')
  })
})
