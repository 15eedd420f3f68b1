import { expect, it, vi } from 'vitest'
import { isPicture, panelFrom } from '../../src/sandbox/host/panel-check.js'
import { applyPanelEvent, type Panel, panelData } from '../../src/sandbox/panel.js'

const change = vi.fn()
const [press, choose] = [vi.fn(), vi.fn()]
const panel: Panel = {
  title: 'Drill',
  text: ['One.', 'Two.'],
  rows: [{ label: 'Tempo', value: 120 }],
  fields: [{ id: 'bars', title: 'Bars', value: 4, min: 1, max: 8, change }],
  chart: { title: 'Score', values: [1, 2], labels: ['Mon', 'Tue'] },
  canvas: { title: 'Circle of fifths', width: 100, height: 80, draw: () => undefined },
  table: { title: 'Runs', columns: ['Bar', 'Right'], rows: [[1, 'yes']] },
  list: [
    { title: 'Bar 1', run: choose },
    { title: 'Bar 2', detail: 'not yet' },
  ],
  buttons: ['start', { title: 'Loop', pressed: true, run: press }],
}

it('a panel becomes data, which passes the check of the app', () => {
  const data = panelData(panel)
  expect(panelFrom('drill', structuredClone(data))).toEqual(data)
  expect(data.list).toEqual([
    { title: 'Bar 1', runs: true },
    { title: 'Bar 2', detail: 'not yet', runs: false },
  ])
  expect(data.buttons).toEqual(['start', { title: 'Loop', pressed: true }])
})

it('an event calls the function that belongs to it', () => {
  applyPanelEvent(panel, { kind: 'field', id: 'bars', value: 5 })
  applyPanelEvent(panel, { kind: 'button', title: 'Loop' })
  applyPanelEvent(panel, { kind: 'item', title: 'Bar 1' })
  applyPanelEvent(panel, { kind: 'item', title: 'Bar 2' })
  applyPanelEvent(panel, { kind: 'button', title: 'start' })
  expect([change.mock.calls, press.mock.calls, choose.mock.calls]).toEqual([[[5]], [[]], [[]]])
})

it.each([
  ['text', { text: { html: '<b>' } }],
  ['title', { title: 'x'.repeat(201) }],
  ['fields.0.title', { fields: [{ id: 'a', value: 1 }] }],
  [
    'fields.0.choices',
    { fields: [{ id: 'a', title: 'A', value: '1', choices: { ...Array(501).fill('x') } }] },
  ],
  ['canvas.width', { canvas: { title: 'x', width: 1e6, height: 1 } }],
  ['list', { list: Array(501).fill({ title: 'x', runs: false }) }],
  ['buttons', { buttons: Array(21).fill('start') }],
])('a panel with an invalid value is rejected with its position: %s', (position, data) => {
  expect(() => panelFrom('drill', data)).toThrow(
    `"drill" passed an invalid value for panel.show at "${position}`,
  )
})

it('only a PNG of the size of a canvas is a picture', () => {
  const png = (width: number, height: number) => {
    const head = new DataView(new ArrayBuffer(33))
    for (const [at, value] of [
      [0, 0x89504e47],
      [16, width],
      [20, height],
    ] as const)
      head.setUint32(at, value)
    return new Uint8Array(head.buffer)
  }
  const pictures = [png(1000, 1), png(1, 1001), png(65_535, 1), new TextEncoder().encode('GIF89a'.repeat(9))]
  expect(pictures.map(isPicture)).toEqual([true, false, false, false])
  expect([isPicture(png(1, 1).subarray(0, 8)), isPicture('data:image/png,')]).toEqual([false, false])
})
