import { ScoreError } from '../../score-error.js'
import { usualUnit } from './fields.js'
import { plainText, type Tune } from './text.js'
import type { Voice } from './voice-bar.js'
import { VoiceReader } from './voice-reader.js'

const MOST_VOICES = 128

export function voicesOf({ header, body }: Tune): readonly Voice[] {
  const common = new VoiceReader()
  for (const { letter, text } of header) if ('MKU%'.includes(letter)) common.field(letter, text)
  common.state.unit = usualUnit(common.state.meter)
  for (const { letter, text } of header) if (letter === 'L') common.field(letter, text)
  for (const { letter, text } of header) if (letter === 'Q') common.field(letter, text)
  const voices = new Map<string, VoiceReader>()
  let current = common
  const turnTo = (text: string) => {
    const id = /^\S*/.exec(text)?.[0] ?? ''
    // Music before the first voice field belongs to the first voice.
    const isFirst = voices.size === 0 && common.hasMusic
    current = voices.get(id) ?? (isFirst ? common : common.copy())
    voices.set(id, current)
    if (voices.size > MOST_VOICES) {
      throw new ScoreError('score_too_many_tracks', { number: voices.size, limit: MOST_VOICES })
    }
    current.setProperties(text.slice(id.length))
    if (!/^\d*$/.test(id)) current.state.name ||= plainText(id)
  }
  for (const { letter, text } of header) if (letter === 'V') turnTo(text)
  current = common
  for (const { letter, text } of body) {
    if (letter === 'V') turnTo(text)
    else if (letter === 'w') current.words(text)
    else if (letter !== '') current.field(letter, text)
    else readLine(text)
  }
  function readLine(text: string) {
    for (const part of text.split(/(?=\[V:)/)) {
      const [all = '', voice] = /^\[V:\s*([^\]]*)\]/.exec(part) ?? []
      if (voice !== undefined) turnTo(voice)
      current.music(part.slice(all.length))
    }
  }
  const found = [...new Set([common, ...voices.values()])]
    .filter(each => each.hasMusic)
    .map(each => each.finished())
  return inOrder(found, header.findLast(({ letter }) => letter === 'P')?.text ?? '')
}

const MOST_PARTS = 200

/**
 * Orders parts by the `P:` header (section 3.1.9), such as `(AB)2C`. Music before the first part comes first.
 */
function inOrder(voices: readonly Voice[], field: string): readonly Voice[] {
  const length = Math.max(0, ...voices.map(({ bars }) => bars.length))
  const names = Array.from(
    { length },
    (_, index) => voices.find(({ bars }) => bars[index]?.section)?.bars[index]?.section,
  )
  const begins = names.flatMap((name, index) => (name === undefined ? [] : [index]))
  const partOf = (name: string) => begins.find(index => names[index]?.startsWith(name))
  let order = field.replace(/[^A-Za-z\d()]/g, '').slice(0, MOST_PARTS)
  for (let depth = 0; depth < 5; depth += 1) {
    order = order.replace(/(?:\(([A-Za-z]*)\)|([A-Za-z]))(\d?)/g, (_, several, one, times) =>
      (several ?? one).repeat(Number(times || 1)).slice(0, MOST_PARTS),
    )
  }
  const played = [...order].flatMap(name => partOf(name) ?? [])
  if (played.length === 0 || played.length > MOST_PARTS || `${played}` === `${begins}`) return voices
  const ranges = [[0, begins[0]], ...played.map(begin => [begin, begins.find(next => next > begin)])]
  return voices.map(voice => ({
    ...voice,
    bars: ranges.flatMap(([begin, end]) => voice.bars.slice(begin, end).map(bar => ({ ...bar }))),
  }))
}
