import { attempted } from '../../../../core/platform/fretwork-error.js'
import { ScoreError } from '../../score-error.js'
import { childrenOf, decodedXml, parseXml, type Xml } from './xml.js'

const CONTAINER = 'META-INF/container.xml'
const SCORE_TYPE = 'application/vnd.recordare.musicxml+xml'

type Entries = Readonly<Record<string, Uint8Array>>

/**
 * Returns the score from a compressed file:
 * https://www.w3.org/2021/06/musicxml40/tutorial/compressed-mxl-files/
 *
 * @throws ScoreError `score_cut`
 */
export function scoreIn(entries: Entries): Uint8Array {
  const { [CONTAINER]: container } = entries
  const named = container && rootNamed(parseXml(decodedXml(container)), entries)
  const scores = Object.keys(entries).filter(
    name => /\.(musicxml|xml)$/i.test(name) && !/(^|\/)(META-INF|__MACOSX)\//i.test(name),
  )
  const found = named ?? entries[scores[0] ?? '']
  if (!found) throw new ScoreError('score_cut')
  return found
}

function rootNamed(container: Xml, entries: Entries): Uint8Array | undefined {
  const roots = childrenOf(container, 'rootfiles').flatMap(list => childrenOf(list, 'rootfile'))
  const root =
    roots.find(({ attributes }) => attributes['media-type'] === SCORE_TYPE) ??
    roots.find(({ attributes }) => attributes['media-type'] === undefined) ??
    roots[0]
  const path = pathOf(root?.attributes['full-path'] ?? '')
  const name = Object.keys(entries).find(each => pathOf(each) === path)
  return name === undefined ? undefined : entries[name]
}

/** Normalizes a path. Some programs percent-encode it or use backslashes. */
function pathOf(name: string): string {
  const path = name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
  return attempted(() => decodeURIComponent(path).normalize()) ?? path
}
