import { createRandom } from '../support/random.js'

export const COUNT = 5000

const VERBS =
  'Show Hide Open Close Choose Set Toggle Play Stop Export Import Record Reset Move Copy Follow Mute Raise Lower Start'
const ADJECTIVES =
  'first last left right open closed whole half major minor loud quiet fast slow next other single double own saved'
const NOUNS =
  'scale tuning fret string note chord capo octave port device log song track tempo pin position score drawer panel language loop bar bend degree interval layer marker metronome neck pattern practice recording rest shape sound step theme voice volume'

export function titles(): readonly string[] {
  const random = createRandom(7)
  const [verbs, adjectives, nouns] = [VERBS, ADJECTIVES, NOUNS].map(words => words.split(' ')) as [
    string[],
    string[],
    string[],
  ]
  const made = new Set<string>()
  while (made.size < COUNT) {
    made.add(
      `${random.of(verbs)} the ${random.of(adjectives)} ${random.of(nouns)} of the ${random.of(nouns)} ${random.below(20) + 1}`,
    )
  }
  return [...made]
}

export const QUERIES = [
  'choose the open',
  'chord play',
  'stl',
  'tunign',
  'metronome 7',
  'export saved',
  'qzx',
]
