/** Validates panel data from a plugin and limits its size. */
import * as z from 'zod/mini'
import { issueSentence } from '../../core/platform/issue-sentence.js'
import type { PanelData } from '../panel.js'
import { misfit } from './data.js'

const title = z.string().check(z.maxLength(200))
const cell = z.union(
  [z.string().check(z.maxLength(500)), z.number(), z.boolean()],
  'expected a string of up to 500 characters, a finite number, true or false',
)
const paragraph = z.string().check(z.maxLength(5000))
const list = <Item extends z.ZodMiniType>(item: Item, most = 200) => z.array(item).check(z.maxLength(most))
const PIXELS = 1000
const pixels = z.int().check(z.gte(1), z.lte(PIXELS))
const number = z.optional(z.number())
const flag = z.optional(z.boolean())
const isShort = (choices: object) => Object.keys(choices).length <= 500
const choices = z.optional(z.record(title, title).check(z.refine(isShort, 'it can have up to 500 choices')))

const field = z
  .object({ id: title, title, value: cell, min: number, max: number, step: number, choices })
  .check(
    z.refine(
      ({ value, choices }) => !choices || Object.hasOwn(choices, `${value}`),
      'its value must be one of its choices',
    ),
    z.refine(
      ({ value, min = -Infinity, max = Infinity }) =>
        typeof value !== 'number' || (value >= min && value <= max),
      'its value must be from min to max',
    ),
  )
const chart = z
  .object({
    title,
    values: list(z.number('expected a finite number, not NaN'), 500),
    labels: z.optional(list(title, 500)),
  })
  .check(
    z.refine(
      ({ values, labels = values }) => labels.length === values.length,
      'it needs one label for each value',
    ),
  )
const table = z
  .object({ title, columns: list(title, 20), rows: list(z.array(cell), 500) })
  .check(
    z.refine(
      ({ columns, rows }) => rows.every(({ length }) => length === columns.length),
      'each row needs one cell for each column',
    ),
  )
const button = z.union([title, z.object({ title, disabled: flag, pressed: flag })])

const panel = z.object({
  title: z.optional(title),
  text: z.optional(z.union([paragraph, list(paragraph, 50)])),
  rows: z.optional(list(z.object({ label: title, value: cell }))),
  fields: z.optional(list(field, 50)),
  chart: z.optional(chart),
  canvas: z.optional(z.object({ title, width: pixels, height: pixels })),
  table: z.optional(table),
  list: z.optional(list(z.object({ title, detail: z.optional(title), runs: z.boolean() }), 500)),
  buttons: z.optional(list(button, 20)),
})

/** @throws FretworkError `apart_refused` */
export function panelFrom(plugin: string, data: unknown): PanelData {
  const parsed = panel.safeParse(data)
  if (parsed.success) return parsed.data as PanelData
  const [issue] = parsed.error.issues
  throw misfit(plugin, `panel.show at "${issue?.path.join('.')}"`, issueSentence(issue))
}

/** Returns whether this is a PNG no larger than a canvas. A larger one could take gigabytes to decode. */
export function isPicture(value: unknown): value is Uint8Array {
  if (!(value instanceof Uint8Array) || value.length < 24) return false
  const head = new DataView(value.buffer, value.byteOffset)
  return head.getUint32(0) === 0x89504e47 && head.getUint32(16) <= PIXELS && head.getUint32(20) <= PIXELS
}
