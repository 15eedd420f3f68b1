import { phrases } from '../../../../core/platform/phrases.js'

/** Of what a file says doubtfully; each is said once, with the first bar. */
export const {
  overfull: OVERFULL,
  tempo: ODD_TEMPO,
  target: UNKNOWN_TARGET,
  swing: ODD_SWING,
  pitch: NO_PITCH,
  position: OTHER_POSITION,
  meter: ODD_METER,
} = phrases({
  overfull: 'Bar {{bar}} has more notes than its meter holds. They are all played.',
  tempo: 'The tempo in bar {{bar}} can’t be played, so the one before goes on.',
  target: 'The jump in bar {{bar}} leads to a sign that isn’t in the score. It isn’t played.',
  swing: 'The swing in bar {{bar}} can’t be played. The notes are played as written.',
  pitch: 'A note in bar {{bar}} has no pitch. It is silent.',
  position: 'In bar {{bar}} a fret doesn’t fit its note. The pitch was kept.',
  meter: 'The meter in bar {{bar}} can’t be read, so the one before goes on.',
})
