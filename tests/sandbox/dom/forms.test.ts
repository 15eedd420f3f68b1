import type { ChangeEvent, KeyboardEvent } from 'react'
import { describe, expect, it } from 'vitest'
import { createElement as h, openScreen, useState } from './screen.js'

type Change = ChangeEvent<HTMLInputElement>

function Field({ allow = (text: string) => text }) {
  const [text, setText] = useState('')
  const onChange = (event: Change) => setText(allow(event.target.value))
  return h('p', null, h('input', { value: text, onChange }), h('b', null, text))
}

describe('text fields', () => {
  it('a controlled field shows only text that its handler accepts', async () => {
    const screen = openScreen(h(Field, { allow: text => text.replace(/\D/g, '') }))
    await expect.poll(() => screen.root.querySelector('input')).not.toBeNull()
    screen.type('input', '1x')
    await expect.poll(() => screen.find<HTMLInputElement>('input').value).toBe('1')
    screen.type('input', '2')
    await screen.says('12')
  })

  it('a field keeps text that was typed before the worker responds', async () => {
    const screen = openScreen(h(Field, { allow: text => text.toUpperCase() }))
    await expect.poll(() => screen.root.querySelector('input')).not.toBeNull()
    const field = screen.find<HTMLInputElement>('input')
    screen.toFrame.hold()
    screen.type('input', 'a')
    await expect.poll(() => screen.sent.some(op => op.op === 'form' && op.value === 'A')).toBe(true)
    screen.toWorker.hold()
    screen.type('input', 'b')
    screen.toFrame.release()
    expect(field.value).toBe('ab')
    screen.toWorker.release()
    await screen.says('AB')
    await expect.poll(() => field.value).toBe('AB')
  })

  it('the Enter handler clears the field even if a change event follows', async () => {
    const added: string[] = []
    function Adding() {
      const [text, setText] = useState('')
      const onKeyDown = ({ key }: KeyboardEvent) => {
        if (key !== 'Enter') return
        added.push(text)
        setText('')
      }
      return h('input', { value: text, onKeyDown, onChange: (event: Change) => setText(event.target.value) })
    }
    const screen = openScreen(h(Adding))
    await expect.poll(() => screen.root.querySelector('input')).not.toBeNull()
    const field = screen.find<HTMLInputElement>('input')
    screen.type('input', 'Am')
    await expect.poll(() => screen.sent.some(op => op.op === 'attribute' && op.value === 'Am')).toBe(true)
    screen.toFrame.hold()
    screen.fire(field, 'keydown', { key: 'Enter' })
    screen.fire(field, 'change')
    screen.toFrame.release()
    await expect.poll(() => field.value).toBe('')
    expect(added).toEqual(['Am'])
  })

  it('a multiline field keeps its text', async () => {
    function Notes() {
      const [text, setText] = useState('one')
      const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value)
      return h('div', null, h('textarea', { value: text, onChange }), h('b', null, text.length))
    }
    const screen = openScreen(h(Notes))
    await expect.poll(() => screen.root.querySelector('textarea')?.value).toBe('one')
    screen.type('textarea', '\ntwo')
    await expect.poll(() => screen.find('b').textContent).toBe('7')
    expect(screen.errors).toEqual([])
  })
})

it('a slider can receive focus, although it has no text to select', async () => {
  function Tempo() {
    const [tempo, setTempo] = useState('90')
    const onChange = (event: Change) => setTempo(event.target.value)
    return h('label', null, h('input', { type: 'range', max: 200, value: tempo, onChange }), tempo)
  }
  const screen = openScreen(h(Tempo))
  await screen.says('90')
  const slider = screen.find<HTMLInputElement>('input')
  slider.focus()
  screen.fire(slider, 'keydown', { key: 'ArrowRight' })
  slider.value = '91'
  screen.fire(slider, 'input', {}, 'InputEvent')
  screen.fire(slider, 'keyup', { key: 'ArrowRight' })
  await screen.says('91')
  expect(window.getSelection()?.rangeCount).toBe(0)
})

describe('checkboxes and radio buttons', () => {
  it('a controlled checkbox follows its state', async () => {
    function Box({ stuck }: { stuck: boolean }) {
      const [on, setOn] = useState(false)
      const onChange = (event: Change) => setOn(event.target.checked && !stuck)
      return h('label', null, h('input', { type: 'checkbox', checked: on, onChange }), on ? 'on' : 'off')
    }
    const screen = openScreen(h(Box, { stuck: false }))
    await screen.says('off')
    const box = screen.find<HTMLInputElement>('input')
    box.click()
    await screen.says('on')
    expect(box.checked).toBe(true)
    box.click()
    await screen.says('off')
    expect(box.checked).toBe(false)
    const stuck = openScreen(h(Box, { stuck: true }))
    await stuck.says('off')
    stuck.find<HTMLInputElement>('input').click()
    await expect.poll(() => stuck.find<HTMLInputElement>('input').checked).toBe(false)
    expect(stuck.root.textContent).toBe('off')
  })

  it('only one radio button in a group is checked', async () => {
    function Tunings() {
      const [chosen, choose] = useState('E')
      const button = (value: string) =>
        h('input', {
          ...{ key: value, type: 'radio', name: 'tuning', value, checked: chosen === value },
          onChange: () => choose(value),
        })
      return h('form', null, button('E'), button('D'), h('b', null, chosen))
    }
    const screen = openScreen(h(Tunings))
    await screen.says('E')
    const [e, d] = [...screen.root.querySelectorAll('input')]
    expect(e?.checked).toBe(true)
    d?.click()
    await screen.says('D')
    expect([e?.checked, d?.checked]).toEqual([false, true])
    e?.click()
    await screen.says('E')
    expect([[e?.checked, d?.checked], screen.errors]).toEqual([[true, false], []])
  })
})

describe('selects', () => {
  const options = ['1', '2', '3'].map(value => h('option', { key: value, value }, `Fret ${value}`))
  function pick(screen: ReturnType<typeof openScreen>, ...values: readonly string[]) {
    const list = screen.find<HTMLSelectElement>('select')
    for (const option of list.options) option.selected = values.includes(option.value)
    screen.fire(list, 'input')
    screen.fire(list, 'change')
  }

  it('a select shows its state and reports the chosen value', async () => {
    function Frets() {
      const [fret, setFret] = useState('2')
      const onChange = (event: ChangeEvent<HTMLSelectElement>) => setFret(event.target.value)
      return h('div', null, h('select', { value: fret, onChange }, options), h('b', null, fret))
    }
    const screen = openScreen(h(Frets))
    await expect.poll(() => screen.root.querySelector('select')?.value).toBe('2')
    pick(screen, '3')
    await expect.poll(() => screen.find('b').textContent).toBe('3')
    expect([screen.find<HTMLSelectElement>('select').value, screen.errors]).toEqual(['3', []])
  })

  it('a select reverts if its state does not change', async () => {
    const screen = openScreen(h('select', { value: '1', onChange: () => undefined }, options))
    await expect.poll(() => screen.root.querySelector('select')?.value).toBe('1')
    pick(screen, '3')
    await expect.poll(() => screen.find<HTMLSelectElement>('select').value).toBe('1')
  })

  it('a multiple select reports all chosen values', async () => {
    function Frets() {
      const [frets, setFrets] = useState<readonly string[]>(['1'])
      const onChange = (event: ChangeEvent<HTMLSelectElement>) =>
        setFrets([...event.target.selectedOptions].map(({ value }) => value))
      const list = h('select', { multiple: true, value: frets, onChange }, options)
      return h('div', null, list, h('b', null, frets.join()))
    }
    const screen = openScreen(h(Frets))
    await expect.poll(() => screen.root.querySelector('b')?.textContent).toBe('1')
    pick(screen, '2', '3')
    await expect.poll(() => screen.find('b').textContent).toBe('2,3')
  })
})
