import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineSettings } from '../../../src/core/settings/section.js'
import { changeOf, inWords, settingsFields, valueAt } from '../../../src/core/settings/settings-fields.js'
import { neck } from './settings-parts.js'

const view = defineSettings({
  id: 'View',
  title: 'View',
  version: '1',
  schema: z.object({
    tuning: z.int(),
    port: z.string(),
    width: z.int(),
    colors: z.object({ root: z.string(), third: z.string() }),
  }),
  defaults: { tuning: 0, port: '', width: 3, colors: { root: 'red', third: 'blue' } },
  fields: [
    {
      id: 'tuning',
      title: 'Tuning',
      choices: [
        { value: 0, label: 'Standard' },
        { value: 1, label: 'Drop D' },
      ],
      command: 'neck.set-tuning',
    },
    { id: 'port', title: 'Output', description: 'Where notes go', choices: 'midi-io.select-output.port' },
    { id: 'width', hidden: true },
    { id: 'colors.root', title: 'Color of the root' },
  ],
})

it('settings fields are derived from the schema, with their names as default titles', () => {
  expect(
    settingsFields(neck).map(({ path, title, kind, byDefault }) => [path, title, kind, byDefault]),
  ).toEqual([
    [['scale'], 'Scale', 'text', 'C Major'],
    [['capo'], 'Capo', 'integer', 0],
    [['leftHanded'], 'Left handed', 'boolean', false],
  ])
})

it('titles, value names and commands come from the manifest, and hidden fields are omitted', () => {
  const [tuning, port, ...colors] = settingsFields(view)
  expect(tuning).toMatchObject({
    ...{ kind: 'choice', title: 'Tuning', choices: [0, 1] },
    ...{ named: [{ label: 'Standard' }, { label: 'Drop D' }], command: 'neck.set-tuning' },
  })
  expect(port).toMatchObject({
    ...{ kind: 'text', description: 'Where notes go' },
    lister: { group: 'midi-io.select-output', name: 'port' },
  })
  expect(colors.map(({ path, title }) => [path.join('.'), title])).toEqual([
    ['colors.root', 'Color of the root'],
    ['colors.third', 'Colors: Third'],
  ])
})

it('fields of a hidden object are omitted', () => {
  const fields = settingsFields({ ...view, fields: [{ id: 'colors', hidden: true }] })
  expect(fields.map(({ title }) => title)).toEqual(['Tuning', 'Port', 'Width'])
})

it('reading and changing a nested value does not affect adjacent values', () => {
  const path = ['colors', 'third']
  expect(valueAt(view.defaults, path)).toBe('blue')
  expect(changeOf(view.defaults, path, 'green')).toEqual({ colors: { root: 'red', third: 'green' } })
  expect(changeOf(view.defaults, ['width'], 5)).toEqual({ width: 5 })
})

it('a settings value in a missing object is undefined', () => {
  expect(valueAt({}, ['colors', 'third'])).toBeUndefined()
  expect(changeOf({}, ['colors', 'third'], 'green')).toEqual({ colors: { third: 'green' } })
})

it.each([
  ['midiOctaveOffset', 'Midi octave offset'],
  ['show_all-notes', 'Show all notes'],
  ['', ''],
])('the field name %j is displayed as %j', (name, words) => expect(inWords(name)).toBe(words))
