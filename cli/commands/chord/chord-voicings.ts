import { fillSentence } from '../../../src/core/platform/phrases.js'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { withSigns } from '../../../src/music/guitar/note-names.js'
import { MAX_FRET, type PlayableNeck, pitchAt } from '../../../src/music/guitar/position.js'
import { fretsText } from '../../../src/music/guitar/shape.js'
import { type ChordTones, readChord } from '../../../src/music/theory/chord-tones.js'
import { fingering, MUTED } from '../../../src/music/theory/playability.js'
import {
  formsOf,
  rootString,
  type VoicingFilter,
  voicingFilter,
} from '../../../src/music/theory/voicing-filter.js'
import { type Voicing, voicings } from '../../../src/music/theory/voicings.js'
import { wrongUsage } from '../../errors.js'
import { aligned, counted, printJson, printLine } from '../../io/print.js'
import { neckTuningOf, wholeNumber } from '../neck-options.js'

interface Options {
  readonly tuning: string
  readonly capo: string
  readonly limit: string
  readonly form?: VoicingFilter['form']
  readonly strings?: string
  readonly root?: string
  readonly json?: boolean
}

const FORM_WORDS = { open: 'open', barre: 'barre', shell: 'shell', drop2: 'drop 2', drop3: 'drop 3' } as const

export function findVoicings(symbol: string, options: Options): void {
  const tuning = neckTuningOf(options.tuning)
  const count = tuning.strings.length
  const { form } = options
  const capo = wholeNumber('--capo', options.capo, { to: MAX_FRET - 1 })
  const limit = wholeNumber('--limit', options.limit, { from: 1 })
  const strings = options.strings === undefined ? undefined : stringSet(options.strings, count)
  const root =
    options.root === undefined ? undefined : wholeNumber('--root', options.root, { from: 1, to: count })
  const chord = chordOf(symbol)
  const neck = { ...tuning, capo, lastFret: MAX_FRET - capo }
  const all = voicings(chord, neck).filter(voicingFilter({ form, strings, root }, chord, neck))
  const found = all.slice(0, limit).map(voicing => described(voicing, chord, neck))
  const name = withSigns(chord.symbol)
  if (options.json) {
    printJson({
      ...{ chord: chord.symbol, name },
      tuning: tuning.strings.toReversed().map(pitch => noteName(pitch).name),
      ...{ capo, total: all.length, voicings: found },
    })
    return
  }
  const rows = found.map(({ frets, rootString, forms }) => {
    const lowest = rootString === null ? 'root not lowest' : `root string ${rootString}`
    return [frets, [name, lowest, forms.map(form => FORM_WORDS[form]).join(', ')].join('  ')]
  })
  for (const line of aligned(rows)) printLine(line)
  const rest = all.length - found.length
  if (all.length === 0) process.stderr.write(`No matching voicings of ${name} on this neck.\n`)
  else if (rest > 0) process.stderr.write(`${counted(rest, 'more voicing')}: raise --limit to see more.\n`)
}

function chordOf(symbol: string): ChordTones {
  const reading = readChord(symbol)
  if ('chord' in reading) return reading.chord
  const { code, sentence, values } = reading.problem
  throw wrongUsage(code, fillSentence(sentence, values))
}

function described(voicing: Voicing, chord: ChordTones, neck: PlayableNeck) {
  const fingers = fingering(voicing.frets.map(fret => fret ?? MUTED))
  return {
    frets: fretsText(voicing.frets),
    forms: formsOf(voicing, chord, neck),
    positions: voicing.frets.flatMap((fret, index) => {
      const string = index + 1
      const pitch = fret === undefined ? undefined : pitchAt(neck, neck.capo, string, fret)
      const tone = chord.tones.find(({ pitchClass }) => pitchClass === (pitch ?? -1) % 12)
      if (fret === undefined || pitch === undefined || !tone) return []
      return { string, fret, pitch, name: tone.name, degree: tone.degree, finger: fingers[index] ?? 0 }
    }),
    rootString: rootString(voicing, chord, neck) ?? null,
  }
}

function stringSet(text: string, count: number): string {
  const [, low = 0, high = 0] = (/^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []).map(Number)
  if (high >= 1 && low > high && low <= count) return `${low}-${high}`
  const message = `--strings is the lowest and the highest string, such as ${Math.min(4, count)}-1; this neck has ${count}.`
  throw wrongUsage('strings_invalid', message)
}
