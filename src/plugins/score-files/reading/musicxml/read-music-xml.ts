import { model } from '../../engine.js'
import { countsFromIndex } from '../../fingers.js'
import { ScoreError } from '../../score-error.js'
import type { Draft, Remark } from '../draft.js'
import { type BarFacts, draftBars } from './bars.js'
import { readPart } from './part.js'
import { DRUMS, type Instrument } from './percussion.js'
import { draftPart, type PartInfo } from './staves.js'
import { childOf, childrenOf, numberOf, parseXml, plain, textOf, toNumber, type Xml } from './xml.js'

const MOST_PARTS = 128
const MOST_BARS = 20_000
const MOST_STAFF_BARS = 400_000

/**
 * Reads MusicXML 4.0: https://www.w3.org/2021/06/musicxml40/
 *
 * @throws ScoreError
 */
export function readMusicXml(text: string): Draft {
  const root = parseXml(text)
  if (!/^score-(partwise|timewise)$/.test(root.name)) throw new ScoreError('score_cut')
  const listed = childrenOf(childOf(root, 'part-list'), 'score-part')
  const parts = root.name === 'score-partwise' ? partsOf(root) : partwise(root)
  if (parts.size === 0) throw new ScoreError('score_empty')
  const infos = new Map(listed.map(part => [part.attributes.id ?? '', infoOf(part)]))
  for (const id of parts.keys()) if (!infos.has(id)) infos.set(id, infoOf(undefined))
  if (infos.size > MOST_PARTS) {
    throw new ScoreError('score_too_many_tracks', { number: infos.size, limit: MOST_PARTS })
  }
  setChannels(infos.values())
  const facts: BarFacts[] = []
  const remarks: Remark[] = []
  let divisions = 1
  const contents = [...infos].map(([id, info]) => {
    const measures = parts.get(id) ?? []
    if (measures.length > MOST_BARS) throw new ScoreError('score_endless', { limit: MOST_BARS })
    const content = readPart(measures, facts, remarks, divisions)
    divisions = content.divisions
    return { info, content }
  })
  const staves = contents.reduce((sum, { content }) => sum + content.staves, 0)
  // Remove bars that only contain a meter change after the last bar.
  facts.splice(Math.max(1, ...[...parts.values()].map(({ length }) => length)))
  if (staves * facts.length > MOST_STAFF_BARS) throw new ScoreError('score_endless', { limit: MOST_BARS })
  const bars = draftBars(facts, remarks)
  return {
    score: titlesOf(root),
    bars,
    parts: contents.map(({ info, content }) => draftPart(info, content, bars, remarks)),
    remarks: once(remarks),
  }
}

function once(remarks: readonly Remark[]): Remark[] {
  const barOf = ({ values }: Remark) => Number(values?.bar ?? 0)
  const found = new Map<string, Remark>()
  for (const remark of remarks) {
    const known = found.get(remark.sentence)
    if (!known || barOf(remark) < barOf(known)) found.set(remark.sentence, remark)
  }
  return [...found.values()].sort((a, b) => barOf(a) - barOf(b))
}

type Parts = Map<string, readonly Xml[]>

function partsOf(root: Xml): Parts {
  const parts: Parts = new Map()
  for (const part of childrenOf(root, 'part')) {
    const id = part.attributes.id ?? ''
    parts.set(id, [...(parts.get(id) ?? []), ...childrenOf(part, 'measure')])
  }
  return parts
}

function partwise(root: Xml): Parts {
  const parts = new Map<string, Xml[]>()
  for (const [index, measure] of childrenOf(root, 'measure').entries()) {
    const { name, attributes, text } = measure
    for (const part of childrenOf(measure, 'part')) {
      const id = part.attributes.id ?? ''
      const measures = parts.get(id) ?? []
      // A part may be missing from some measures.
      while (measures.length < index) measures.push({ name, attributes: {}, text, children: [] })
      measures[index] = { name, attributes, text, children: part.children }
      parts.set(id, measures)
    }
  }
  return parts
}

function titlesOf(root: Xml): model.Score {
  const score = new model.Score()
  const identification = childOf(root, 'identification')
  const work = textOf(childOf(root, 'work'), 'work-title')
  const movement = textOf(root, 'movement-title')
  score.title = work || movement || creditOf(root, 'title')
  score.subTitle = (work && movement !== work ? movement : '') || creditOf(root, 'subtitle')
  const creator = (type: string) =>
    childrenOf(identification, 'creator')
      .filter(({ attributes }) => (attributes.type ?? 'composer') === type)
      .map(({ text }) => plain(text))
      .join(', ')
  score.artist = creator('composer') || creditOf(root, 'composer')
  score.words = creator('lyricist') || creator('poet') || creditOf(root, 'lyricist')
  score.tab = creator('arranger') || creditOf(root, 'arranger')
  score.copyright = childrenOf(identification, 'rights')
    .map(({ text }) => plain(text))
    .join(', ')
  return score
}

/** Returns a credit from the first page. If types are missing, the largest centered text is the title. */
function creditOf(root: Xml, type: string): string {
  const credits = childrenOf(root, 'credit').filter(({ attributes }) => (attributes.page ?? '1') === '1')
  const wordsOf = (credit: Xml | undefined) =>
    plain(
      childrenOf(credit, 'credit-words')
        .map(({ text }) => text)
        .join(' '),
    )
  const typed = credits.find(credit =>
    childrenOf(credit, 'credit-type').some(({ text }) => plain(text) === type),
  )
  if (typed || type !== 'title') return wordsOf(typed)
  const sizeOf = (credit: Xml) => toNumber(childOf(credit, 'credit-words')?.attributes['font-size']) ?? 0
  const centered = credits.filter(credit => {
    const { justify, halign, valign } = childOf(credit, 'credit-words')?.attributes ?? {}
    return (justify ?? halign) === 'center' && valign !== 'bottom'
  })
  return wordsOf(centered.sort((a, b) => sizeOf(b) - sizeOf(a))[0])
}

function infoOf(part: Xml | undefined): PartInfo {
  const track = new model.Track()
  track.name = textOf(part, 'part-name') || displayOf(part, 'part-name-display')
  track.shortName = textOf(part, 'part-abbreviation') || displayOf(part, 'part-abbreviation-display')
  const instruments = new Map<string, Instrument>()
  const sounds = childrenOf(part, 'midi-instrument')
  for (const instrument of childrenOf(part, 'score-instrument')) {
    const { id = '' } = instrument.attributes
    const sound = sounds.find(({ attributes }) => attributes.id === id)
    instruments.set(id, instrumentOf(textOf(instrument, 'instrument-name'), sound))
  }
  for (const sound of sounds) {
    const { id = '' } = sound.attributes
    if (!instruments.has(id)) instruments.set(id, instrumentOf('', sound))
  }
  const [first] = instruments.values()
  const { program, channel, volume, pan } = first ?? {}
  const { playbackInfo } = track
  if (program !== undefined) playbackInfo.program = program
  if (channel !== undefined)
    Object.assign(playbackInfo, { primaryChannel: channel, secondaryChannel: channel })
  if (volume !== undefined) playbackInfo.volume = Math.round((volume / 100) * MOST_VOLUME)
  if (pan !== undefined) playbackInfo.balance = Math.round(((pan + 90) / 180) * MOST_VOLUME)
  return { track, instruments, isFretted: countsFromIndex(track) }
}

const MOST_VOLUME = 16
const UNKNOWN = -1

/** Assigns free channels to parts without one, and second channels for bends. */
function setChannels(infos: Iterable<PartInfo>): void {
  const all = [...infos].map(({ track }) => track.playbackInfo)
  const free = Array.from({ length: 16 }, (_, channel) => channel).filter(
    channel => channel !== DRUMS && all.every(({ primaryChannel }) => primaryChannel !== channel),
  )
  for (const info of all) {
    if (info.primaryChannel === UNKNOWN) info.primaryChannel = free.shift() ?? 0
    const next = (info.primaryChannel + 1) % 16
    info.secondaryChannel = next === DRUMS ? DRUMS + 1 : next
  }
}

function instrumentOf(name: string, sound: Xml | undefined): Instrument {
  const within = (text: string, least: number, most: number) => {
    const value = numberOf(sound, text)
    return value !== undefined && value >= least && value <= most ? value : undefined
  }
  const fromZero = (text: string, most: number) => {
    const value = within(text, 1, most)
    return value === undefined ? undefined : Math.trunc(value) - 1
  }
  return {
    name,
    channel: fromZero('midi-channel', 16),
    program: fromZero('midi-program', 128),
    key: fromZero('midi-unpitched', 128),
    volume: within('volume', 0, 100),
    pan: within('pan', -90, 90),
  }
}

const SIGNS: Readonly<Record<string, string>> = { sharp: '♯', flat: '♭', natural: '♮' }

function displayOf(part: Xml | undefined, name: string): string {
  const shown = childOf(part, name)?.children ?? []
  return plain(
    shown
      .map(({ name: kind, text }) => (kind === 'accidental-text' ? (SIGNS[plain(text)] ?? '') : text))
      .join(''),
  )
}
