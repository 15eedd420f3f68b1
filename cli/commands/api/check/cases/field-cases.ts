/** Changes to a valid value: each takes one field to a limit of its schema, over it, or out of its type. */
import { exampleOf, lettersOf } from './example.js'
import { textOf } from './pattern-text.js'
import type { Random } from './random.js'
import { isFields, memberFor, membersOf, type SchemaNode } from './schema-node.js'

export interface FieldCase {
  /** Names the field and what was done to it, and nothing random. */
  readonly what: string
  readonly value: unknown
}

/** A limit that is larger is not tried: it is the body's limit then. */
const LARGEST = 1_500_000

/**
 * @param value fits `node`
 * @param path such as `body.writes[0].key`
 */
export function casesOf(node: SchemaNode, value: unknown, path: string, random: Random): FieldCase[] {
  const members = membersOf(node)
  if (members.length > 0) {
    const own = members[memberFor(members, value)]
    return [
      ...members.map((member, index) => ({
        what: `${path} as alternative ${index + 1}`,
        value: exampleOf(member, random),
      })),
      ...(own ? casesOf(own, value, path, random) : []),
    ]
  }
  return [...typeCases(node, path), ...kindCases(node, value, path, random)]
}

function typeCases({ type }: SchemaNode, path: string): FieldCase[] {
  const wrong: Record<string, unknown> = {
    null: null,
    text: 'text',
    'a number': 7,
    true: true,
    'a list': [],
    'an object': {},
  }
  const own = {
    string: 'text',
    integer: 'a number',
    number: 'a number',
    array: 'a list',
    object: 'an object',
  }
  const fitting = own[type as keyof typeof own]
  return Object.entries(wrong)
    .filter(([name]) => name !== fitting && type !== undefined)
    .map(([name, value]) => ({ what: `${path} is ${name}`, value }))
}

function kindCases(node: SchemaNode, value: unknown, path: string, random: Random): FieldCase[] {
  if (node.const !== undefined || node.enum) return choiceCases(node, path)
  switch (node.type) {
    case 'string':
      return textCases(node, value, path, random)
    case 'integer':
    case 'number':
      return numberCases(node, path)
    case 'boolean':
      return [true, false].map(each => ({ what: `${path} is ${each}`, value: each }))
    case 'array':
      return listCases(node, value, path, random)
    case 'object':
      return objectCases(node, value, path, random)
    default:
      return []
  }
}

function choiceCases(node: SchemaNode, path: string): FieldCase[] {
  const choices = node.enum ?? [node.const]
  return [
    ...choices.map(choice => ({ what: `${path} is ${JSON.stringify(choice)}`, value: choice })),
    { what: `${path} is none of its values`, value: 'none-of-these' },
    { what: `${path} is one of its values in other letters`, value: otherCase(choices[0]) },
  ]
}

const otherCase = (choice: unknown): unknown =>
  typeof choice !== 'string'
    ? String(choice)
    : choice === choice.toUpperCase()
      ? ` ${choice}`
      : choice.toUpperCase()

/** Each has caused trouble somewhere: databases, trimming, right-to-left text, characters outside the first plane. */
const UNICODE: readonly (readonly [what: string, text: string])[] = [
  ['accents', 'Ånna-Łucja Weiß'],
  ['an emoji', '🎸🎸🎸'],
  ['a script from right to left', 'שלום'],
  ['a combining mark', 'e\u0301e\u0301e\u0301'],
  ['a zero character', 'a\0b'],
  ['half a character', 'a\ud800b'],
  ['a bidirectional override', 'a\u202eb'],
  ['a line break', 'a\nb'],
  ['only spaces', '   '],
  ['a quote and a comment', `'; -- "x"`],
]

function textCases(node: SchemaNode, value: unknown, path: string, random: Random): FieldCase[] {
  const { minLength: least, maxLength: most, pattern, format } = node
  const found: FieldCase[] = [{ what: `${path} is empty`, value: '' }]
  const add = (what: string, text: string | undefined) =>
    text !== undefined && found.push({ what: `${path} ${what}`, value: text })
  if (format === undefined && pattern !== undefined) {
    const [shortest, longest] = [textOf(pattern, random, 'shortest'), textOf(pattern, random, 'longest')]
    add('as short as it may be', shortest)
    add('shorter than it may be', shortest?.slice(0, -1))
    add('as long as it may be', longest)
    add('longer than it may be', longest && `${longest}${longest.at(-1)}`)
    add('with a character that it may not have', `${value} `)
  } else if (format === undefined) {
    if (least) add('as short as it may be', lettersOf(least, random))
    if (least) add('shorter than it may be', lettersOf(least - 1, random))
    if (most !== undefined && most < LARGEST) {
      add('as long as it may be', lettersOf(most, random))
      add('longer than it may be', lettersOf(most + 1, random))
    }
  } else {
    add(`isn’t a valid ${format}`, `${value}`.slice(0, -3))
    if (most !== undefined && format === 'email') {
      add('as long as it may be', longEmail(most, random))
      add('longer than it may be', longEmail(most + 1, random))
    }
  }
  for (const [what, text] of UNICODE) add(`is ${what}`, text)
  return found
}

/** Labels of a domain have at most 63 characters (RFC 1035, 2.3.4). */
function longEmail(length: number, random: Random): string {
  const end = '.invalid'
  const local = 'check@'
  let domain = ''
  const room = length - local.length - end.length
  while (domain.length < room) {
    const left = room - domain.length - (domain === '' ? 0 : 1)
    // A label has at least one character, and so has what is left for the next one.
    const label = left === 64 ? 62 : Math.min(63, left)
    domain += `${domain === '' ? '' : '.'}${lettersOf(Math.max(1, label), random)}`
  }
  return `${local}${domain}${end}`
}

function numberCases({ type, minimum: least, maximum: most }: SchemaNode, path: string): FieldCase[] {
  const values: (readonly [string, number | undefined])[] = [
    ['its minimum', least],
    ['less than its minimum', least === undefined ? undefined : least - 1],
    ['its maximum', most],
    ['more than its maximum', most === undefined ? undefined : most + 1],
    ['a fraction', type === 'integer' ? (least ?? 0) + 0.5 : undefined],
    ['beyond all numbers', 1e308],
  ]
  return values.flatMap(([what, value]) =>
    value === undefined ? [] : [{ what: `${path} is ${what}`, value }],
  )
}

function listCases(node: SchemaNode, value: unknown, path: string, random: Random): FieldCase[] {
  const { minItems: least = 0, maxItems: most, items = {} } = node
  const filled = (length: number) => Array.from({ length }, () => exampleOf(items, random))
  const found: FieldCase[] = [
    { what: `${path} is empty`, value: [] },
    { what: `${path} has one item`, value: filled(1) },
  ]
  if (least > 1) found.push({ what: `${path} has too few items`, value: filled(least - 1) })
  if (most !== undefined) {
    found.push({ what: `${path} has as many items as it may have`, value: filled(most) })
    found.push({ what: `${path} has too many items`, value: filled(most + 1) })
  }
  const [first = exampleOf(items, random), ...rest] = Array.isArray(value) ? value : []
  found.push({ what: `${path} has the same item twice`, value: [first, first, ...rest] })
  for (const each of casesOf(items, first, `${path}[0]`, random))
    found.push({ what: each.what, value: [each.value, ...rest] })
  return found
}

function objectCases(node: SchemaNode, value: unknown, path: string, random: Random): FieldCase[] {
  const before = isFields(value) ? value : {}
  const found: FieldCase[] = [
    { what: `${path} with a field that it does not know`, value: { ...before, noSuchField: 1 } },
    // Would change what all objects have, in a server that copies fields carelessly.
    { what: `${path} with a field named __proto__`, value: withOwn(before, '__proto__', { isAdmin: true }) },
  ]
  for (const [name, each] of Object.entries(node.properties ?? {})) {
    const { [name]: there, ...rest } = before
    found.push({ what: `${path} without ${name}`, value: rest })
    const example = there ?? exampleOf(each, random)
    if (there === undefined)
      found.push({ what: `${path} with ${name}`, value: { ...before, [name]: example } })
    for (const inner of casesOf(each, example, `${path}.${name}`, random))
      found.push({ what: inner.what, value: { ...before, [name]: inner.value } })
  }
  if (typeof node.additionalProperties === 'object') {
    const entry = exampleOf(node.additionalProperties, random)
    found.push({ what: `${path} is empty`, value: {} })
    found.push({ what: `${path} with an empty name`, value: { ...before, '': entry } })
    found.push({
      what: `${path} with a name of 300 characters`,
      value: { ...before, [lettersOf(300, random)]: entry },
    })
  }
  return found
}

/** An assignment would set the prototype instead. */
function withOwn(fields: object, name: string, value: unknown): object {
  return Object.defineProperty({ ...fields }, name, { value, enumerable: true })
}
