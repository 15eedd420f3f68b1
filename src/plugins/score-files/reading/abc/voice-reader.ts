import { ScoreError } from '../../score-error.js'
import {
  ACCIDENTALS,
  type Clef,
  clefOf,
  type Key,
  keyOf,
  type Meter,
  meterOf,
  NO_KEY,
  settingOf,
  tempoOf,
  unitOf,
  wholeOf,
} from './fields.js'
import { plainText } from './text.js'
import { CHORD_NOTES, colonsOf, factorOf, type Groups, passesOf, TOKENS } from './tokens.js'
import {
  DRUMS,
  emptyBar,
  isEmpty,
  type Moment,
  type Pitch,
  type Voice,
  type VoiceBar,
  type Waiting,
  WHOLE,
} from './voice-bar.js'

/** Maximum length in whole notes. A typo must not exhaust memory. */
const LONGEST = 64
const MOST_BARS = 5000
const MOST_NOTES = 20_000

const SHORT: Readonly<Record<string, string>> = {
  ...{ '.': 'staccato', H: 'fermata', L: 'accent', O: 'coda', S: 'segno' },
}
const NOTES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** Matches a single `!` followed by notes and another `!`, or a decoration such as `!trill!`. */
const BANGS = /!(?=(?!f+!)[A-Ga-gz\d,'/^_=-]{2,}!)|![^!\s|]{1,40}!/g

const isSign = (name: string) => /^(?:segno|coda|dacoda|tocoda|fine|dacapo|dalsegno|d\.c\.|d\.s\.)/.test(name)

interface Tied {
  /** Letter and octave of the note. */
  readonly place: string
  readonly pitch: Pitch
}

interface State {
  unit: number
  meter: Meter
  key: Key
  clef: Clef
  octave: number
  transposed: number
  midiTransposed: number
  name: string
  program: number
  channel: number | undefined
  carries: 'not' | 'octave' | 'pitch'
  breaksAtBang: boolean
  drums: Readonly<Record<string, number>>
  symbols: Readonly<Record<string, string>>
}

export class VoiceReader {
  state: State = {
    ...{ unit: 1 / 8, meter: meterOf('none'), key: NO_KEY, clef: { name: 'treble', octave: 0 }, octave: 0 },
    ...{ transposed: 0, midiTransposed: 0, name: '', program: 0, channel: undefined, carries: 'pitch' },
    ...{ breaksAtBang: false, drums: {}, symbols: SHORT },
  }
  private bars = [emptyBar(this.state)]
  private index = 0
  private count = 0
  private layer = 0
  /** Ticks since the start of the bar. */
  private at = 0
  private overlaid = { until: 0, ties: [] as Tied[] }
  /** Ties from the overlay in the previous bar. */
  private overlayTies: Tied[] = []
  private readonly accidentals = new Map<string, number>()
  private ties: Tied[] = []
  /** Ties that continue into every ending. */
  private tiesToEndings: Tied[] = []
  private last: { readonly moment: Moment; readonly notes: Tied[] } | undefined
  private broken = 1
  private tuplet: { left: number; readonly of: readonly [number, number] } | undefined
  private waiting: Waiting = { graces: [], decorations: [] }
  private line = { notes: [] as (Moment | '|')[], verses: 0, goesOn: false }

  get hasMusic(): boolean {
    return this.index > 0 || !isEmpty(this.bar)
  }

  private get bar(): VoiceBar {
    return this.bars[this.index] ?? this.addBar()
  }

  copy(): VoiceReader {
    const copy = new VoiceReader()
    copy.state = { ...this.state }
    copy.bars = [{ ...emptyBar(this.state), tempos: [...(this.bars[0]?.tempos ?? [])] }]
    return copy
  }

  finished(): Voice {
    const { name, program, channel } = this.state
    const bars = this.bars.filter(bar => !isEmpty(bar))
    for (const bar of bars) {
      bar.length = Math.max(...bar.layers.map(layer => endOf(layer.at(-1))))
    }
    return { name, program: this.firstProgram ?? program, channel, bars }
  }

  private firstProgram: number | undefined

  setProperties(text: string): void {
    const { state } = this
    state.clef = clefOf(text) ?? state.clef
    state.octave = wholeOf(settingOf(text, 'octave', 'oct'), 4) ?? state.octave
    state.transposed = wholeOf(settingOf(text, 'transpose', 't'), 48) ?? state.transposed
    state.name = plainText(settingOf(text, 'name', 'nm') ?? state.name)
    this.renewBar()
  }

  field(letter: string, text: string): void {
    const { state } = this
    if (letter === 'L') state.unit = unitOf(text, state.unit)
    else if (letter === 'M') state.meter = meterOf(text)
    else if (letter === 'Q') this.bar.tempos.push({ at: this.at, tempo: tempoOf(text, state.unit) })
    else if (letter === 'P') this.startBar().section = plainText(text)
    else if (letter === '%' || letter === 'I') this.directive(text)
    else if (letter === 'K') {
      state.key = keyOf(text) ?? state.key
      this.setProperties(text)
    } else if (letter === 'U') {
      const [, symbol, name] = /^(\S)\s*=\s*[!+]?([^!+]*)/.exec(text) ?? []
      if (symbol && name) state.symbols = { ...state.symbols, [symbol]: name }
    }
    this.renewBar()
  }

  /** Changes within a bar are shown at the next bar. */
  private renewBar(): void {
    const { meter, key, clef } = this.state
    if (isEmpty(this.bar)) Object.assign(this.bar, { meter, key, clef })
  }

  private directive(text: string): void {
    const { state } = this
    const [, name = '', rest = ''] = /^(?:MIDI\s*=?\s*)?([\w-]+)\s*=?\s*(.*)$/.exec(text) ?? []
    const number = Number(/(-?\d+)\s*$/.exec(rest)?.[1])
    if (name === 'propagate-accidentals') {
      state.carries = (['not', 'octave'] as const).find(each => rest.startsWith(each)) ?? 'pitch'
    } else if (name === 'linebreak') state.breaksAtBang = rest.includes('!')
    else if (!text.startsWith('MIDI') || Number.isNaN(number)) return
    else if (name === 'program' && number >= 0 && number < 128) this.changeProgram(number)
    else if (name === 'channel' && number > 0 && number <= 16) state.channel = number - 1
    else if (name === 'transpose' && Math.abs(number) <= 48) state.midiTransposed = number
    else if (name === 'drummap') state.drums = { ...state.drums, [rest.split(/\s/)[0] ?? '']: number & 127 }
  }

  private changeProgram(number: number): void {
    if (this.hasMusic) {
      this.firstProgram ??= this.state.program
      this.waiting.program = number
    }
    this.state.program = number
  }

  music(text: string): void {
    if (!this.line.goesOn) this.line = { notes: [], verses: 0, goesOn: false }
    this.line.goesOn = text.endsWith('\\')
    // Older files use `!` as a line break.
    const shown = text.replace(this.state.breaksAtBang ? /!/g : BANGS, sign => (sign === '!' ? ' ' : sign))
    for (const { groups } of shown.matchAll(TOKENS)) this.token(groups as Groups)
  }

  private token(token: Groups): void {
    const { letter, rest, chord, line, only, overlay, broken, tie, text, field, graces, p } = token
    const decoration = token.decoration ?? token.plus ?? (token.short && this.state.symbols[token.short])
    if (letter !== undefined) this.place([token], this.ticks(token.length))
    else if (chord !== undefined) this.chord(chord, token)
    else if (rest !== undefined) this.rest(rest, token.restLength ?? '')
    else if (line !== undefined) this.barLine(line, token.ending)
    else if (only !== undefined) this.barLine('', only)
    else if (overlay !== undefined) this.overlay(overlay.length)
    else if (broken !== undefined) this.breakRhythm(broken)
    else if (tie !== undefined) this.ties = this.last?.notes ?? []
    else if (text !== undefined) this.annotate(text)
    else if (field !== undefined) this.field(field, token.value ?? '')
    else if (graces !== undefined) this.grace(graces)
    else if (p !== undefined) this.startTuplet(Number(p), Number(token.q ?? 0), Number(token.r ?? 0))
    else if (decoration) this.decorate(decoration.replaceAll(' ', '').toLowerCase())
  }

  private decorate(name: string): void {
    const { decorations } = this.waiting
    if (!decorations.includes(name)) decorations.push(name)
  }

  private ticks(factor: string | undefined): number {
    return Math.min(LONGEST, this.state.unit * factorOf(factor)) * WHOLE
  }

  /** Reads a chord. Its first note sets its length (section 4.17). */
  private chord(content: string, { chordLength }: Groups): void {
    const notes = [...content.matchAll(CHORD_NOTES)].map(({ groups }) => groups as Groups)
    if (notes.length === 0) return
    const ticks = Math.min(LONGEST * WHOLE, this.ticks(notes[0]?.length) * factorOf(chordLength))
    this.place(notes, ticks)
    this.ties = this.last?.notes.filter((_, index) => notes[index]?.held !== undefined) ?? []
  }

  private rest(letter: string, length: string): void {
    const isHidden = letter.toLowerCase() === 'x'
    if ('zx'.includes(letter)) {
      this.place([], this.ticks(length), isHidden)
      return
    }
    const { beats, unit } = this.state.meter
    for (let left = Math.min(MOST_BARS, Number.parseInt(length, 10) || 1); left > 0; left -= 1) {
      this.startBar()
      this.place([], (beats / unit) * WHOLE, isHidden)
    }
  }

  private place(notes: readonly Groups[], ticks: number, isHidden = false): void {
    if (ticks <= 0) return
    this.count += 1 + this.waiting.graces.length
    if (this.count > MOST_NOTES) throw new ScoreError('score_too_many_notes', { limit: MOST_NOTES })
    const { tuplet, at, waiting } = this
    const length = ticks * this.broken * (tuplet ? tuplet.of[1] / tuplet.of[0] : 1)
    const found = notes.map(note => this.noteOf(note))
    const moment: Moment = {
      ...{ ...waiting, decorations: waiting.decorations.filter(name => !isSign(name)) },
      ...{ at, length, isHidden, pitches: found.map(({ pitch }) => pitch), lyrics: [] },
      tuplet: tuplet?.of,
    }
    this.sign(at === 0, this.bar)
    this.waiting = { graces: [], decorations: [] }
    const { layers } = this.bar
    while (layers.length <= this.layer) layers.push([])
    layers[this.layer]?.push(moment)
    if (this.layer === 0 && found.length > 0) this.line.notes.push(moment)
    this.at += length
    this.last = { moment, notes: found }
    this.ties = []
    this.broken = 1
    if (tuplet) tuplet.left -= 1
    if (tuplet?.left === 0) this.tuplet = undefined
  }

  private noteOf({ sign, letter = '', octave = '' }: Groups): Tied {
    const { state, accidentals } = this
    const name = letter.toUpperCase()
    const high =
      (letter === name ? 0 : 1) + octave.replaceAll(',', '').length - octave.replaceAll("'", '').length
    const place = `${name}${high}`
    const kept = state.carries === 'octave' ? place : name
    const tied = this.ties.find(each => each.place === place)
    if (sign !== undefined && state.carries !== 'not') accidentals.set(kept, ACCIDENTALS[sign] ?? 0)
    const altered =
      ACCIDENTALS[sign ?? ''] ?? tied?.pitch.altered ?? accidentals.get(kept) ?? state.key.altered[name] ?? 0
    const octaves = high + state.clef.octave + state.octave
    const written = 60 + 12 * octaves + (NOTES[name] ?? 0) + altered + state.transposed + state.midiTransposed
    const drum = state.channel === DRUMS ? state.drums[`${sign ?? ''}${letter}${octave}`] : undefined
    const midi = Math.max(0, Math.min(127, drum ?? written))
    const tiedFrom = tied?.pitch.midi === midi ? tied.pitch : undefined
    return { place, pitch: { midi, altered, tiedFrom } }
  }

  private grace(content: string): void {
    const groups = content.match(/\[[^\]]*\]|(?:\^\^?|__?|=)?[A-Ga-g][,']*/g) ?? []
    const { ties } = this
    this.ties = []
    const found = groups.map(group =>
      [...group.matchAll(CHORD_NOTES)].map(({ groups: note }) => this.noteOf(note as Groups).pitch),
    )
    this.ties = ties
    this.waiting.graces = found.filter(pitches => pitches.length > 0)
    this.waiting.isSlashed = content.startsWith('/')
  }

  private annotate(content: string): void {
    const text = plainText(content.replace(/^(?:[\^_<>]|@[-\d.,\s]*)/, ''))
    if (text === '') return
    const name = /^[\^_<>@]/.test(content) ? 'text' : 'chord'
    this.waiting[name] = this.waiting[name] && name === 'text' ? `${this.waiting.text} ${text}` : text
  }

  /** ABC 2.1, section 4.13. */
  private startTuplet(p: number, q: number, r: number): void {
    if (p < 2 || p > 64) return
    const { beats } = this.state.meter
    const compound = beats > 3 && beats % 3 === 0 ? 3 : 2
    const usual = [0, 0, 3, 2, 3, compound, 2, compound, 3, compound][p] ?? compound
    this.tuplet = { left: Math.min(r || p, 999), of: [p, Math.min(q, 64) || usual] }
  }

  /** Reads broken rhythm (section 4.4). Each additional sign halves the length again. */
  private breakRhythm(signs: string): void {
    const short = 2 ** -Math.min(signs.length, 4)
    const [before, after] = signs.startsWith('>') ? [2 - short, short] : [short, 2 - short]
    if (this.last) {
      const { moment } = this.last
      this.at += moment.length * (before - 1)
      moment.length *= before
    }
    this.broken = after
  }

  /** Reads a voice overlay (section 7.4), which goes back to the start of this bar or of an earlier one. */
  private overlay(bars: number): void {
    if (this.layer === 0) this.overlaid = { until: this.index, ties: this.ties }
    this.layer += 1
    this.index = Math.max(0, this.overlaid.until - bars + 1)
    this.at = 0
    this.ties = this.overlayTies
    this.last = undefined
    this.accidentals.clear()
  }

  private barLine(line: string, ending: string | undefined): void {
    this.last = undefined
    this.accidentals.clear()
    this.overlayTies = this.layer > 0 ? this.ties : []
    if (this.layer > 0) {
      if (this.index < this.overlaid.until) {
        this.index += 1
        this.at = 0
        return
      }
      this.layer = 0
      this.ties = this.overlaid.ties
    }
    this.line.notes.push('|')
    const [ends, starts] = colonsOf(line)
    const before = isEmpty(this.bar) ? this.bars[this.index - 1] : this.bar
    if (before && ends > 0) before.endsRepeat = ends + 1
    if (before && (ends + starts > 0 || /\|\||\|\]|\[\|(?!\])/.test(line))) before.isDouble = true
    this.sign(!before, before ?? this.bar)
    const next = this.startBar()
    if (starts > 0) next.startsRepeat = starts + 1
    const passes = passesOf(ending ?? '')
    if (passes.length === 0) return
    next.ending = passes
    if (passes.includes(1)) this.tiesToEndings = this.ties
    else this.ties = this.tiesToEndings
  }

  private sign(isAtStart: boolean, bar: VoiceBar): void {
    const { decorations } = this.waiting
    for (const name of decorations.filter(isSign)) bar.signs.push({ name, isAtStart })
    this.waiting.decorations = decorations.filter(name => !isSign(name))
  }

  private startBar(): VoiceBar {
    if (!isEmpty(this.bar)) {
      this.index += 1
      this.at = 0
    }
    return this.bar
  }

  private addBar(): VoiceBar {
    if (this.index > MOST_BARS) throw new ScoreError('score_endless', { limit: MOST_BARS })
    const bar = emptyBar(this.state)
    this.bars.push(bar)
    return bar
  }

  /** Aligns syllables with the notes of the preceding line (section 5). */
  words(text: string): void {
    const verse = this.line.verses++
    const { notes } = this.line
    let index = 0
    for (const [token] of text.matchAll(/(?:\\-|[^\s\-_*|])+-?|[-_*|]/g)) {
      if (token === '|') {
        const bar = notes.indexOf('|', index)
        index = bar < 0 ? notes.length : bar + 1
        continue
      }
      while (notes[index] === '|') index += 1
      const note = notes[index++]
      if (note === undefined || note === '|' || /^[-_*]$/.test(token)) continue
      while (note.lyrics.length < verse) note.lyrics.push('')
      note.lyrics[verse] = plainText(token.replaceAll('\\-', '-').replaceAll('~', ' '))
    }
  }
}

const endOf = (moment: Moment | undefined) => (moment ? moment.at + moment.length : 0)
