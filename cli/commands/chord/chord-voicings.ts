import { codeOf, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { MAX_FRET } from '../../../src/music/guitar/position.js'
import {
  CHORD_VOICINGS,
  type ChordVoicing,
  type ChordVoicings,
  type FoundChordVoicings,
  type VoicingOptions,
} from '../../../src/plugins/fretboard/tokens.js'
import { wrongUsage } from '../../errors.js'
import { aligned, counted, printJson, printLine } from '../../io/print.js'
import { withPlugin } from '../../platform/with-plugin.js'
import { neckTuningOf, wholeNumber } from '../neck-options.js'

interface Options {
  readonly tuning: string
  readonly capo: string
  readonly limit: string
  readonly form?: VoicingOptions['form']
  readonly strings?: string
  readonly root?: string
  readonly json?: boolean
}

const FORM_WORDS = { open: 'open', barre: 'barre', shell: 'shell', drop2: 'drop 2', drop3: 'drop 3' } as const

export async function findVoicings(symbol: string, options: Options): Promise<void> {
  const tuning = neckTuningOf(options.tuning)
  const count = tuning.strings.length
  const { form } = options
  const capo = wholeNumber('--capo', options.capo, { to: MAX_FRET - 1 })
  const limit = wholeNumber('--limit', options.limit, { from: 1 })
  const strings = options.strings === undefined ? undefined : stringSet(options.strings, count)
  const root =
    options.root === undefined ? undefined : wholeNumber('--root', options.root, { from: 1, to: count })
  const found = await withVoicings(symbol, { ...tuning, capo }, { form, strings, root, limit })
  if (options.json) {
    printJson({
      chord: found.symbol,
      name: found.name,
      tuning: tuning.strings.toReversed().map(pitch => noteName(pitch).name),
      capo,
      total: found.total,
      voicings: found.voicings.map(({ rootString, ...voicing }) => ({
        ...voicing,
        rootString: rootString ?? null,
      })),
    })
    return
  }
  const rows = found.voicings.map(voicing => columnsOf(voicing, found))
  for (const line of aligned(rows)) printLine(line)
  const rest = found.total - found.voicings.length
  if (found.total === 0) process.stderr.write(`No matching voicings of ${found.name} on this neck.\n`)
  else if (rest > 0) process.stderr.write(`${counted(rest, 'more voicing')}: raise --limit to see more.\n`)
}

function columnsOf({ frets, rootString, forms }: ChordVoicing, { name }: FoundChordVoicings) {
  const root = rootString === undefined ? 'root not lowest' : `root string ${rootString}`
  return [frets, [name, root, forms.map(form => FORM_WORDS[form]).join(', ')].join('  ')]
}

function stringSet(text: string, count: number): string {
  const [, low = 0, high = 0] = (/^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []).map(Number)
  if (high >= 1 && low > high && low <= count) return `${low}-${high}`
  const message = `--strings is the lowest and the highest string, such as ${Math.min(4, count)}-1; this neck has ${count}.`
  throw wrongUsage('strings_invalid', message)
}

async function withVoicings(
  symbol: string,
  neck: Parameters<ChordVoicings['find']>[1],
  options: VoicingOptions,
): Promise<FoundChordVoicings> {
  try {
    return await withPlugin('fretboard', kernel => kernel.get(CHORD_VOICINGS).find(symbol, neck, options))
  } catch (thrown) {
    if (!codeOf(thrown).startsWith('chord_')) throw thrown
    throw wrongUsage(codeOf(thrown), messageOf(thrown), thrown)
  }
}
