import type { Random } from '../../support/random.js'

const MUTATIONS_AT_MOST = 4
const NUMBERS = ' 0 -1 1 2 7 128 65536 999999999 -2147483649 1e309 0.0001 NaN 3.7 ٣'.split(' ')
const IN_XML =
  '< > & &#0; &#x110000; " <!-- ]]> <![CDATA[ </measure> <measure> <chord/> <grace/> \u0000 \ud800 \ufeff \r'
const IN_ABC =
  '|: :| :: |1 [2 (3 (0 [K: ] { } ! %%MIDI \nV:2\n \nM:0/0\n \nL:1/0\n \nQ:0\n \nX:2\n \nK:none\n \\u -'
const SIGNS = [
  ...`${IN_XML} ${IN_ABC}`.split(' '),
  '<part id="P1">',
  '<repeat direction="backward"/>',
  '<backup><duration>99</duration></backup>',
]

type Mutation = (text: string, random: Random) => string

const places = (text: string, pattern: RegExp) => [...text.matchAll(pattern)]
const replaced = (text: string, at: number, length: number, by: string) =>
  text.slice(0, at) + by + text.slice(at + length)

/** Returns an element with its content, or a tag without its end. */
function someElement(text: string, random: Random): { at: number; length: number } | undefined {
  const tags = places(text, /<([a-z][\w-]*)(?=[\s/>])[^<>]*>/gi)
  if (tags.length === 0) return undefined
  const { 0: tag, 1: name, index: at } = random.of(tags)
  const end = tag.endsWith('/>') ? -1 : text.indexOf(`</${name}>`, at)
  return { at, length: end < 0 ? tag.length : end - at + `</${name}>`.length }
}

const MUTATIONS: readonly Mutation[] = [
  function number(text, random) {
    const found = places(text, /-?\d+(\.\d+)?/g)
    if (found.length === 0) return text
    const { 0: old, index } = random.of(found)
    return replaced(text, index, old.length, random.of(NUMBERS))
  },
  function word(text, random) {
    const found = places(text, /[\w-]+/g)
    if (found.length === 0) return text
    const { 0: old, index } = random.of(found)
    return replaced(text, index, old.length, random.of(found)[0])
  },
  function withoutElement(text, random) {
    const { at, length } = someElement(text, random) ?? { at: 0, length: 0 }
    return replaced(text, at, length, '')
  },
  function manyElements(text, random) {
    const { at, length } = someElement(text, random) ?? { at: random.below(text.length + 1), length: 20 }
    return replaced(text, at, 0, text.slice(at, at + length).repeat(1 + random.below(30)))
  },
  function sign(text, random) {
    return replaced(text, random.below(text.length + 1), random.below(3), random.of(SIGNS))
  },
  function cut(text, random) {
    return random.below(4) > 0 ? text : text.slice(0, random.below(text.length + 1))
  },
]

export function damagedText(text: string, random: Random): string {
  let after = text
  for (let left = 1 + random.below(MUTATIONS_AT_MOST); left > 0; left -= 1)
    after = random.of(MUTATIONS)(after, random)
  return after
}
