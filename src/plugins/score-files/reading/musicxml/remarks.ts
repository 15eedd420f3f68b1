import { phrases } from '../../../../core/platform/phrases.js'

/** Problems found in a file. Each is reported once, with the first bar in which it occurs. */
export const {
  overfull: OVERFULL,
  tempo: ODD_TEMPO,
  target: UNKNOWN_TARGET,
  swing: ODD_SWING,
  pitch: NO_PITCH,
  position: OTHER_POSITION,
  meter: ODD_METER,
} = phrases({
  overfull: 'Bar {{bar}} has more notes than its time signature allows. All of them are played.',
  tempo: 'Can’t use the tempo in bar {{bar}}. The previous tempo continues.',
  target: 'The jump in bar {{bar}} is ignored: its target is missing.',
  swing: 'Can’t apply the swing in bar {{bar}}. The notes are played as written.',
  pitch: 'A note in bar {{bar}} has no pitch and isn’t played.',
  position: 'A fret in bar {{bar}} doesn’t match its note’s pitch. The pitch is used.',
  meter: 'Can’t read the time signature in bar {{bar}}. The previous one continues.',
})
