import { phrases } from '../../../core/platform/phrases.js'
import { shownNoteName } from '../../../music/song/song-keys.js'
import type { NeckView } from '../../fretboard/tokens.js'
import type { Verdict, VerdictKind } from '../tokens.js'

const SENTENCES = phrases({
  hit: '{{wanted}} was right.',
  early: '{{wanted}} was {{ms}} ms early (allowed: {{window}} ms).',
  late: '{{wanted}} was {{ms}} ms late (allowed: {{window}} ms).',
  pitch: 'Played {{heard}} instead of {{wanted}}.',
  octave: 'Played {{heard}} instead of {{wanted}} (wrong octave).',
  string: 'Played {{wanted}} on the wrong string.',
  open: 'String {{string}} rang open.',
  missed: 'Missed {{wanted}}.',
  skipped: 'Skipped {{wanted}}.',
  extra: '{{heard}} isn’t in the song at this point.',
  twice: '{{heard}} was played twice.',
  lost: '{{heard}} doesn’t match the song at any point.',
})

/** Symbols in addition to colors, for accessibility. */
export const SIGNS: Readonly<Record<VerdictKind, string>> = {
  hit: '✓',
  early: '◂',
  late: '▸',
  wrong: '✕',
  missed: '–',
  extra: '+',
}

export function wordsOf(
  { reason, wanted, heard, string, byMs = 0, windowMs = 0 }: Verdict,
  view?: Pick<NeckView, 'noteNames' | 'songKey'>,
) {
  const name = (pitch: number | undefined) => (pitch === undefined ? '' : shownNoteName(pitch, view))
  // Rounded up, so that the deviation of a late note never equals the timing window.
  const ms = Math.ceil(Math.abs(byMs))
  const values = { wanted: name(wanted), heard: name(heard), string: string ?? 0, ms, window: windowMs }
  return { sentence: SENTENCES[reason ?? 'hit'], values }
}
