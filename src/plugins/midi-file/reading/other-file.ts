import { MidiFileError, type MidiFileErrorCode } from '../midi-file-error.js'

/** Bytes searched at either end of a file. */
const SEARCHED_BYTES = 4096
const TAIL = 64 * 1024
const LEAST_LINES = 4

/** File type. In `start`, a Latin-1 string, `?` matches any byte. */
type Kind = readonly [start: string | RegExp, code: MidiFileErrorCode, name?: string, exportAs?: string]

/** File types often mistaken for songs, most specific first. */
const KINDS: readonly Kind[] = [
  [/^[\s\0]*$/, 'midi_empty'],
  ['ID3', 'other_recording', 'MP3'],
  [/^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/, 'other_recording', 'MP3'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'other_recording', 'AAC'],
  [/^(RIFF|RF64).{4}WAVE/s, 'other_recording', 'WAV'],
  ['fLaC', 'other_recording', 'FLAC'],
  ['OggS', 'other_recording', 'Ogg'],
  ['FORM????AIF', 'other_recording', 'AIFF'],
  ['????ftypM4A', 'other_recording', 'M4A'],
  ['????ftypM4B', 'other_recording', 'M4A'],
  ['0&\xb2u', 'other_recording', 'WMA'],
  [/^.{4}ftyp(hei|mif1|avif)/s, 'other_picture', 'HEIC'],
  [/^.{4}(ftypqt|moov|mdat|wide)/s, 'other_video', 'MOV'],
  ['????ftyp', 'other_video', 'MP4'],
  ['RIFF????AVI ', 'other_video', 'AVI'],
  ['\x1aE\xdf\xa3', 'other_video', 'WebM'],
  [/^\s*%PDF-/, 'other_document', 'PDF'],
  ['{\\rtf', 'other_document', 'RTF'],
  ['\xd0\xcf\x11\xe0', 'other_document', 'Office'],
  ['\x89PNG', 'other_picture', 'PNG'],
  ['\xff\xd8\xff', 'other_picture', 'JPEG'],
  ['GIF8', 'other_picture', 'GIF'],
  ['II*\0', 'other_picture', 'TIFF'],
  ['MM\0*', 'other_picture', 'TIFF'],
  ['RIFF????WEBP', 'other_picture', 'WebP'],
  [/^[^<]*(<[?!][^>]*>\s*)*<museScore[\s>]/, 'other_program', 'MuseScore', 'MusicXML'],
  ['ENIGMA', 'other_program', 'Finale', 'MusicXML'],
  ['?SIBELIUS', 'other_program', 'Sibelius', 'MusicXML'],
  ['ptab', 'other_program', 'Power Tab', 'MIDI'],
  [/^.{0,3}T.?u.?x.?G.?u.?i.?t.?a.?r/s, 'other_program', 'TuxGuitar', 'Guitar Pro'],
  ['#G\xc0\xab', 'other_program', 'Logic Pro', 'MIDI'],
  [/^(SCO|ZBO)[A-Z\d]/, 'other_program', 'Encore', 'MusicXML'],
  ['<REAPER_PROJECT', 'other_program', 'REAPER', 'MIDI'],
  [/^(%.*\n|\s)*\\version "/, 'other_program', 'LilyPond', 'MIDI'],
  [/^.FICHIER GUITARE? PRO (?!v[345])/s, 'other_guitar_pro'],
  [/^[^<]*(<\?[^>]*>|<!--.*?-->|\s)*<(!doctype html|html|head|body)\b/is, 'other_page'],
  [/^[^<]*(<[?!][^>]*>\s*)*<svg[\s>]/, 'other_picture', 'SVG'],
  ['Rar!', 'other_archive', 'RAR'],
  ['7z\xbc\xaf', 'other_archive', '7z'],
]

const ZIP = 'PK\x03\x04'
/** File types by ZIP entry names. Truncated files don't match: the names are at the end. */
const ZIP_KINDS: readonly Kind[] = [
  [/\.mscx/, 'other_program', 'MuseScore', 'MusicXML'],
  [/NotationMetadata\.xml/, 'other_program', 'Finale', 'MusicXML'],
  [/score\.dtn/, 'other_program', 'Dorico', 'MusicXML'],
  [/\.band\//, 'other_program', 'GarageBand', 'MIDI'],
  [/ProjectData/i, 'other_program', 'Logic Pro', 'MIDI'],
  [/version\.xml.*content\.xml|content\.xml.*version\.xml/s, 'other_program', 'TuxGuitar', 'Guitar Pro'],
  [/word\//, 'other_document', 'Word'],
  [/xl\//, 'other_document', 'Excel'],
  [/ppt\//, 'other_document', 'PowerPoint'],
  [/\.opf|\.x?html/, 'other_document', 'EPUB'],
  [/META-INF\/manifest\.xml/, 'other_document', 'OpenDocument'],
  [/^(?!.*(\.gpif|container\.xml)).*PK..\0\0/s, 'other_archive', 'ZIP'],
]

const GZIP = '\x1f\x8b'
const GZIP_KINDS: readonly Kind[] = [
  [/<Ableton/, 'other_program', 'Ableton Live', 'MIDI'],
  [/<museScore/, 'other_program', 'MuseScore', 'MusicXML'],
  ['', 'other_archive', 'gzip'],
]

export async function otherFile(bytes: Uint8Array): Promise<MidiFileError | undefined> {
  const head = latin1(bytes.subarray(0, SEARCHED_BYTES))
  const kind = await kindOf(head, bytes)
  if (!kind) return undefined
  const [, code, name = '', exportAs = ''] = kind
  return new MidiFileError(code, { name, format: exportAs })
}

async function kindOf(head: string, bytes: Uint8Array): Promise<Kind | undefined> {
  if (head.startsWith(ZIP)) return find(ZIP_KINDS, latin1(bytes.subarray(-TAIL)))
  if (head.startsWith(GZIP)) return find(GZIP_KINDS, await unpackedHead(bytes))
  return find(KINDS, head) ?? (isTablature(head) ? ['', 'other_tablature'] : undefined)
}

function find(kinds: readonly Kind[], text: string): Kind | undefined {
  return kinds.find(([start]) =>
    typeof start === 'string'
      ? [...start].every((letter, at) => letter === '?' || letter === text[at])
      : start.test(text),
  )
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, byte => String.fromCharCode(byte)).join('')
}

async function unpackedHead(bytes: Uint8Array): Promise<string> {
  try {
    const unpacked = new Blob([bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('gzip'))
    const reader = unpacked.getReader()
    const { value = new Uint8Array() } = await reader.read()
    await reader.cancel()
    return latin1(value.subarray(0, SEARCHED_BYTES))
  } catch {
    return ''
  }
}

/** Looks for lines with dashes, such as `e|--0--2--|`. */
function isTablature(head: string): boolean {
  const lines = head.split(/\r\n?|\n/)
  return (
    lines.filter(
      line => /^\s*[A-Ga-g]?[#b]?\s*[|:]*[-\dhpbrtx~/\\^().|*<>= ]{8,}/.test(line) && /---|--\d/.test(line),
    ).length >= LEAST_LINES
  )
}
