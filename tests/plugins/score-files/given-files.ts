/** External Guitar Pro and MusicXML test files, if available. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const SCORE = /\.(gp[345x]?|xml|mxl|musicxml)$/

export const HAS_GIVEN_FILES = existsSync(DATA)

function scoresIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => SCORE.test(name))
    .sort()
    .map(name => join(folder, name))
}

export const SCORE_FILES = ['guitar-pro', 'musicxml'].flatMap(folder => scoresIn(join(DATA, folder)))

const NAMED = SCORE_FILES.map(file => [file.split('/').slice(-2).join('/'), file] as const)

/** Every fifth file with its name. */
export const SOME_FILES = NAMED.filter((_, index) => index % 5 === 0)
/** All files in `npm run soak`, otherwise every fifth and one with legato slides. */
export const TRIED_FILES = process.env.PROPERTY_ROUNDS
  ? NAMED
  : NAMED.filter(([name], index) => index % 5 === 0 || name.endsWith('slides.gp4'))

export const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(file))

export function givenFile(name: string): Uint8Array {
  const file = SCORE_FILES.find(each => basename(each) === name)
  if (!file) throw new Error(`The given files do not include ${name}.`)
  return bytesOf(file)
}
