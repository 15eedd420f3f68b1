import type * as z from 'zod/mini'
import { attempted } from './fretwork-error.js'

const BLANKS = /[ \t\r\n]*/y
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const BEGUN = /^(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/
const LONGEST_NUMBER = 400
const ESCAPED = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/
const ESCAPE_BEGUN = /^\\(?:u[0-9a-fA-F]{0,3})?$/

type Next = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** Locates a JSON syntax error. JavaScript engines have different messages, some without a position. */
export function jsonProblem(text: string) {
  const at = firstWrong(text)
  return { isCut: at === text.length, byte: new TextEncoder().encode(text.slice(0, at)).length }
}

function firstWrong(text: string): number {
  const within: ('object' | 'list')[] = []
  let next: Next = 'value'
  let at = 0
  const afterValue = (): Next => (within.length > 0 ? 'comma or end' : 'nothing')
  for (;;) {
    at = endOf(BLANKS, text, at) ?? at
    const sign = text[at]
    if (sign === undefined) return text.length
    const isOpen: boolean = next === 'value' || next === 'value or end'
    const inList = within.at(-1) === 'list'
    if (isOpen && (sign === '{' || sign === '[')) {
      within.push(sign === '{' ? 'object' : 'list')
      next = sign === '{' ? 'key or end' : 'value or end'
    } else if (sign === (inList ? ']' : '}') && (next === 'comma or end' || next.endsWith(' or end'))) {
      within.pop()
      next = afterValue()
    } else if (sign === ',' && next === 'comma or end') next = inList ? 'value' : 'key'
    else if (sign === ':' && next === 'colon') next = 'value'
    else if (sign === '"' && (isOpen || next.startsWith('key'))) {
      const end = endOfText(text, at)
      if (!end.isWhole) return end.at
      at = end.at - 1
      next = isOpen ? afterValue() : 'colon'
    } else {
      if (!isOpen) return at
      if (text.length - at <= LONGEST_NUMBER && BEGUN.test(text.slice(at))) return text.length
      const end = endOf(WORD, text, at)
      if (end === undefined) return at
      at = end - 1
      next = afterValue()
    }
    at += 1
  }
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function endOfText(text: string, from: number): { readonly at: number; readonly isWhole: boolean } {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { at: at + 1, isWhole: true }
    if (code < 0x20) return { at, isWhole: false }
    if (code !== 0x5c) continue
    const sequence = text.slice(at, at + 6)
    const whole = ESCAPED.exec(sequence)?.[0].length
    if (whole === undefined)
      return {
        at: ESCAPE_BEGUN.test(sequence) && at + sequence.length === text.length ? text.length : at,
        isWhole: false,
      }
    at += whole - 1
  }
  return { at: text.length, isWhole: false }
}

export function jsonProblemSentence(text: string): string {
  const { isCut, byte } = jsonProblem(text)
  return isCut
    ? `is not valid JSON: it ends at byte ${byte}`
    : `is not valid JSON: syntax error at byte ${byte}`
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns `undefined` if the text is not JSON; schemas reject `undefined` */
export function parsedJson(text: string): unknown {
  return attempted(() => JSON.parse(text))
}

/** Parses stored JSON. Returns `undefined` if the schema rejects it: another version may have written it. */
export function storedJson<T>(schema: z.ZodMiniType<T>, text = ''): T | undefined {
  return schema.safeParse(parsedJson(text)).data
}
