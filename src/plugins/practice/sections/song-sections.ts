/** The parts of a song: from the markers of its file, and those that the user has marked. */
import { tempoMap } from '../../../core/music/song/tempo-map.js'
import type { BarRange, OpenSong } from '../../player/tokens.js'
import { LONGEST_NAME } from '../section-settings.js'

export interface MarkedSection extends BarRange {
  readonly name: string
}

/** The bar that begins closest to a moment: markers are set by hand, a little early or late. */
function barNear(song: OpenSong, ms: number): number {
  const { bar } = song.barBeatAt(ms)
  return ms - song.barStart(bar) <= song.barStart(bar + 1) - ms ? bar : bar + 1
}

/** Each marker of the file begins a section, which ends before the next one. Of two in one bar the first counts; one at the end has no bars. */
export function sectionsOfFile(song: OpenSong): readonly MarkedSection[] {
  const { header } = song.song
  const { secondsAt } = tempoMap(header.tempos, header.ppq)
  const starts = new Map<number, string>()
  const markers = header.meta.filter(({ type, text }) => type === 'marker' && text.trim() !== '')
  for (const { ticks, text } of markers.toSorted((a, b) => a.ticks - b.ticks)) {
    const bar = barNear(song, secondsAt(ticks) * 1000)
    if (bar <= song.bars && !starts.has(bar)) starts.set(bar, text.trim().slice(0, LONGEST_NAME))
  }
  const bars = [...starts.keys()]
  return [...starts].map(([from, name], index) => ({
    name,
    from,
    to: (bars[index + 1] ?? song.bars + 1) - 1,
  }))
}

/** In the order of the song; of equal bars, the user's own name counts. */
export function allSections(
  ofFile: readonly MarkedSection[],
  own: readonly MarkedSection[],
): readonly MarkedSection[] {
  const isOwn = ({ from, to }: MarkedSection) => own.some(each => each.from === from && each.to === to)
  return [...ofFile.filter(each => !isOwn(each)), ...own].sort((a, b) => a.from - b.from || a.to - b.to)
}
