// Creates corrupt files in each format from test files and built-in files. The case number is the seed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { ROOT } from '../../support/harness.js'
import { createRandom, type Random } from '../../support/random.js'
import { damagedBytes, damagedMidi } from './damaged-bytes.js'
import { damagedText } from './damaged-text.js'

const DATA = join(ROOT, '..', 'shared', 'data')
/** Maximum file size, bytes. Larger files take most of the time and find no additional errors. */
const LARGEST = 30_000

interface MutableFile {
  readonly name: string
  readonly bytes: readonly number[]
}

function given(ending: RegExp): MutableFile[] {
  if (!existsSync(DATA)) return []
  return readdirSync(DATA, { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .sort()
    .map(name => ({ name, bytes: [...readFileSync(join(DATA, name))] }))
    .filter(({ bytes }) => bytes.length <= LARGEST)
}

type Damage = (bytes: readonly number[], random: Random) => readonly number[]

const someBytes = (random: Random) => random.below(5) === 0

const inText: Damage = (bytes, random) =>
  someBytes(random)
    ? damagedBytes(bytes, random)
    : [...strToU8(damagedText(strFromU8(Uint8Array.from(bytes)), random))]

/** Usually corrupts a file inside the archive, so that the archive stays intact. */
const inZip: Damage = (bytes, random) => {
  if (someBytes(random)) return damagedBytes(bytes, random)
  const entries = unzipSync(Uint8Array.from(bytes))
  const names = Object.keys(entries).filter(name => /\.(gpif|xml|musicxml|json)$/.test(name))
  if (names.length === 0) return damagedBytes(bytes, random)
  const name = random.of(names)
  const text = strFromU8(entries[name] ?? new Uint8Array())
  return [...zipSync({ ...entries, [name]: strToU8(damagedText(text, random)) }, { level: 0 })]
}

function riff({ name, bytes }: MutableFile): MutableFile {
  const size = (length: number) => [0, 8, 16, 24].map(shift => (length >>> shift) & 255)
  const data = [...strToU8('data'), ...size(bytes.length), ...bytes, ...(bytes.length % 2 ? [0] : [])]
  return { name, bytes: [...strToU8('RIFF'), ...size(4 + data.length), ...strToU8('RMID'), ...data] }
}

const CONTAINER =
  '<?xml version="1.0"?><container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>'

function compressed({ name, bytes }: MutableFile): MutableFile {
  const entries = { 'META-INF/container.xml': strToU8(CONTAINER), 'score.xml': Uint8Array.from(bytes) }
  return { name, bytes: [...zipSync(entries)] }
}

const musicXml = () => given(/musicxml\/.*xml$/)
const midi = () => given(/\.mid$/)

const FORMATS: Readonly<
  Record<string, readonly [ending: string, files: () => readonly MutableFile[], Damage]>
> = {
  MIDI: ['.mid', midi, damagedMidi],
  RMID: ['.rmi', () => [...given(/\.rmi$/), ...midi().map(riff)], damagedBytes],
  'Guitar Pro 3': ['.gp3', () => given(/\.gp3$/), damagedBytes],
  'Guitar Pro 4': ['.gp4', () => given(/\.gp4$/), damagedBytes],
  'Guitar Pro 5': ['.gp5', () => given(/\.gp5$/), damagedBytes],
  'Guitar Pro 6': ['.gpx', () => given(/\.gpx$/), damagedBytes],
  'Guitar Pro 7': ['.gp', () => given(/\.gp$/), inZip],
  MusicXML: ['.musicxml', musicXml, inText],
  MXL: ['.mxl', () => [...given(/\.mxl$/), ...musicXml().map(compressed)], inZip],
  ABC: ['.abc', () => given(/\.abc$/), inText],
}

export const FORMAT_NAMES = Object.keys(FORMATS)

export interface DamagedFile {
  readonly name: string
  readonly ending: string
  readonly bytes: Uint8Array
}

/** @returns `undefined` if there are no original files */
export function damagedFiles(format: string): ((seed: number) => DamagedFile) | undefined {
  const [ending = '', list, damage] = FORMATS[format] ?? []
  const files = list?.() ?? []
  if (!damage || files.length === 0) return undefined
  return seed => {
    const random = createRandom(seed)
    const { name, bytes } = random.of(files)
    return { name, ending, bytes: Uint8Array.from(damage(bytes, random)) }
  }
}
