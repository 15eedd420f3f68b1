import { shownNoteName } from '../../../core/music/guitar/note-name.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { Verdict, VerdictKind } from '../tokens.js'

const SENTENCES = phrases({
  hit: '{{wanted}} was right.',
  early: '{{wanted}} came {{ms}} ms early: the window is {{window}} ms.',
  late: '{{wanted}} came {{ms}} ms late: the window is {{window}} ms.',
  pitch: '{{heard}} was played instead of {{wanted}}.',
  octave: '{{heard}} was played instead of {{wanted}}: the wrong octave.',
  string: '{{wanted}} was played on another string.',
  missed: '{{wanted}} was not played.',
  skipped: '{{wanted}} was passed over.',
  extra: '{{heard}} is not in the song here.',
  lost: '{{heard}} was played away from the song.',
})

/** Colors alone are not accessible. */
export const SIGNS: Readonly<Record<VerdictKind, string>> = {
  hit: '✓',
  early: '◂',
  late: '▸',
  wrong: '✕',
  missed: '–',
  extra: '+',
}

export function wordsOf({ reason, wanted, heard, byMs = 0, windowMs = 0 }: Verdict) {
  const name = (pitch: number | undefined) => (pitch === undefined ? '' : shownNoteName(pitch))
  const ms = Math.round(Math.abs(byMs))
  const values = { wanted: name(wanted), heard: name(heard), ms, window: windowMs }
  return { sentence: SENTENCES[reason ?? 'hit'], values }
}
