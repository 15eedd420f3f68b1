/** How hard a password is to guess, by the measure that the server refuses with. */

/** 0 and 1 are refused (fewer guesses than a million); 4 is the best. */
type PasswordScore = 0 | 1 | 2 | 3 | 4

/** @param words of this place and person, such as name and address: they make a password easier to guess */
export type PasswordMeter = (password: string, words: readonly string[]) => PasswordScore

/** The first score that the server takes. */
export const LEAST_SCORE: PasswordScore = 2
/** As on the server: the search takes time with the square of the characters, so the two ends are looked at. */
const LOOKED_AT = 64

let meter: Promise<PasswordMeter> | undefined

/** A quarter of a megabyte: loaded when the user is about to choose a password. */
export function loadPasswordMeter(): Promise<PasswordMeter> {
  meter ??= load().catch(error => {
    // The next field asks again.
    meter = undefined
    throw error
  })
  return meter
}

async function load(): Promise<PasswordMeter> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, words) => {
    const characters = [...password]
    const ends = new Set([characters.slice(0, LOOKED_AT).join(''), characters.slice(-LOOKED_AT).join('')])
    const own = words.flatMap(word => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    const known = ['fretwork', ...own.map(word => word.toLowerCase())].filter(word => word !== '')
    return Math.max(...[...ends].map(end => factory.check(end, known).score)) as PasswordScore
  }
}
