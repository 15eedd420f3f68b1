import { strToU8, zipSync } from 'fflate'
import type { Song } from '../../../core/music/song/song.js'
import type { model } from '../engine.js'
import { scoreOfContent } from '../reading/written-score.js'
import type { ReadingGrid, ScoreFormat } from '../tokens.js'
import { guitarPro } from './guitar-pro.js'
import { withMovedNotes } from './moved-notes.js'
import { musicXml } from './musicxml/write-music-xml.js'
import { quantised } from './quantise/score-of-song.js'

export function scoreFor(song: Song, grid: ReadingGrid): model.Score {
  return song.score ? scoreOfContent(withMovedNotes(song.score, song)) : quantised(song, grid)
}

export function writeScore(song: Song, format: ScoreFormat, grid: ReadingGrid): Uint8Array {
  const score = scoreFor(song, grid)
  if (format === 'gp') return guitarPro(score)
  const text = strToU8(musicXml(score))
  return format === 'musicxml' ? text : compressed(text)
}

/** https://www.w3.org/2021/06/musicxml40/tutorial/compressed-mxl-files/ */
function compressed(text: Uint8Array): Uint8Array {
  const container =
    '<?xml version="1.0" encoding="UTF-8"?>\n<container><rootfiles>' +
    '<rootfile full-path="score.musicxml" media-type="application/vnd.recordare.musicxml+xml"/>' +
    '</rootfiles></container>\n'
  const type = strToU8('application/vnd.recordare.musicxml')
  return zipSync({
    mimetype: [type, { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'score.musicxml': text,
  })
}
