import { phrases } from '../../platform/phrases.js'
import { LEXICON, type Query, readQuery } from './query.js'
import { splitWords } from './text-form.js'

interface Nearest {
  /** Message above the suggestions if the feature does not exist. */
  readonly says: string
  /** Search terms for the feature, in all languages. */
  readonly names: string
  readonly commands: readonly string[]
}

const SAYS = phrases({
  backing: 'Make a backing track from a song: export it without your part, or mute your part:',
  progression: 'Chord progressions aren’t available. Show one chord at a time:',
  audio: 'Can’t open audio files or videos. Open a score or a MIDI file:',
  effects: 'Effects aren’t available. Change the sound instead:',
  drums: 'There’s no drum machine. Use the metronome:',
  oneString: 'Can’t show a single string. Show scale positions instead:',
  editing: 'Notes can’t be edited here. Open a file from notation software:',
})

/** Features that don't exist, with the closest existing commands. */
const NEAREST: readonly Nearest[] = [
  {
    says: SAYS.backing,
    names:
      'backing track, backing tracks, jam track, jam tracks, backing band, karaoke, minus one, play-along track, accompaniment, Playback, Begleitung, Begleitband, Jamtrack, Backingtrack',
    commands: ['audio-export.save-practice-track', 'player.mute-track'],
  },
  {
    says: SAYS.progression,
    names:
      'chord progression, chord progressions, progression, progressions, 251, ii v i, 12 bar blues, chord sequence, Akkordfolge, Akkordfolgen, Kadenz, Akkordprogression',
    commands: ['fretboard.find-chord', 'fretboard.show-chord'],
  },
  {
    says: SAYS.audio,
    names:
      'mp3, audio file, import mp3, import audio, open mp3, youtube, spotify, video, Audiodatei, MP3 importieren',
    commands: ['library.open-file'],
  },
  {
    says: SAYS.effects,
    names:
      'distortion, overdrive, delay effect, amp, amplifier, effects, effect, effects pedal, guitar amp, tone knob, chorus effect, equalizer, eq, Verzerrer, Verstärker, Effekte, Effekt, Effektgerät',
    commands: ['sound.choose-instrument', 'sound.set-volume', 'sound.show-settings'],
  },
  {
    says: SAYS.drums,
    names:
      'drum machine, drum loop, drums, drum beat, drum track generator, Schlagzeug, Drumcomputer, Rhythmusgerät, Drumloop',
    commands: ['practice.toggle-metronome', 'player.mute-track'],
  },
  {
    says: SAYS.oneString,
    names: 'one string, single string, on one string, scale on one string, eine Saite, auf einer Saite',
    commands: ['fretboard.set-positions', 'fretboard.set-frets'],
  },
  {
    says: SAYS.editing,
    names:
      'edit notes, write tab, write a song, compose, tab editor, add notes, enter notes, new song, create a song, Noten schreiben, komponieren, Noten eingeben, neues Stück, Tab schreiben',
    commands: ['library.open-file', 'recording.toggle'],
  },
]

let known: ReadonlyMap<string, Nearest> | undefined

function everyName(): ReadonlyMap<string, Nearest> {
  return new Map(
    NEAREST.flatMap(each =>
      splitWords(each.names).flatMap(name => {
        const { phrases } = readQuery(name, LEXICON)
        return phrases.map(phrase => [phrase, each] as const)
      }),
    ),
  )
}

export function nearestTo({ phrases }: Query): Nearest | undefined {
  known ??= everyName()
  for (const phrase of phrases) {
    const found = known.get(phrase)
    if (found) return found
  }
  return undefined
}
