import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  option,
  optionChoices,
  optionCommands,
  optionDefaults,
  optionFields,
  optionHandlers,
  optionSchemas,
} from '../../../src/core/commands/option.js'

const OPTIONS = {
  loud: option({ title: 'Loud', default: false, command: { id: 'drill.toggle-loud', keys: ['l'] } }),
  color: option({
    title: 'Color',
    default: 'red',
    choices: [
      { value: 'red', label: 'Red' },
      { value: 'blue', label: 'Blue' },
    ],
    command: { id: 'drill.set-color', title: 'Choose color', ask: { id: 'color' } },
  }),
  length: option({
    title: 'Length',
    default: 2,
    max: 8,
    command: { id: 'drill.set-length', ask: { id: 'bars' } },
  }),
}

it('an option yields its default, its form field and its stored schema', () => {
  expect(optionDefaults(OPTIONS)).toEqual({ loud: false, color: 'red', length: 2 })
  expect(optionFields(OPTIONS)).toContainEqual({ id: 'color', title: 'Color', command: 'drill.set-color' })
  const schema = z.object(optionSchemas(OPTIONS))
  expect(schema.safeParse({ loud: true, color: 'blue', length: 3 }).success).toBe(true)
  expect(schema.safeParse({ loud: true, color: 'green', length: 3 }).success).toBe(false)
})

it('a stored number above the maximum does not invalidate the other settings', () => {
  const schema = z.object(optionSchemas(OPTIONS))
  expect(schema.safeParse({ loud: true, color: 'red', length: 99 }).success).toBe(true)
})

it('an option yields a command that either toggles the value or takes it as an argument', () => {
  const [toggle, choose, set] = optionCommands(OPTIONS)
  expect(toggle).toEqual({ id: 'drill.toggle-loud', title: 'Loud', keys: ['l'] })
  expect(choose).toMatchObject({ title: 'Choose color', asks: [{ id: 'color', title: 'Color' }] })
  expect(set?.args?.safeParse({ bars: 8 }).success).toBe(true)
  expect(set?.args?.safeParse({ bars: 9 }).success).toBe(false)
})

it('the help of a choice option shows its possible values', () => {
  expect(optionChoices(OPTIONS)['drill.set-color']?.color?.()).toEqual(OPTIONS.color.choices)
  expect(optionChoices(OPTIONS)['drill.set-length']).toBeUndefined()
})

it('command handlers set the value to the argument or toggle it', () => {
  const values: Record<string, unknown> = optionDefaults(OPTIONS)
  const handlers = optionHandlers<undefined>(
    OPTIONS,
    (_, name) => values[name],
    (_, name, value) => {
      values[name] = value
    },
  )
  expect(handlers['drill.toggle-loud']?.(undefined, {})).toBe(true)
  handlers['drill.set-color']?.(undefined, { color: 'blue' })
  expect(values).toEqual({ loud: true, color: 'blue', length: 2 })
})
