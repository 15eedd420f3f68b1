import { FOLLOWING, type Following, type NotePair } from '../../../src/plugins/practice/tokens.js'
import { badInput } from '../../errors.js'
import { nameOfFile, readInput } from '../../io/files.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { withPlugin } from '../../platform/with-plugin.js'
import { type Agreement, ASPECTS, alignmentScore } from './alignment-score.js'
import { type Performance, readPerformances } from './performances.js'

interface AlignOptions {
  readonly live?: boolean
  readonly json?: boolean
}

export async function alignFile(file: string, options: AlignOptions): Promise<void> {
  const pieces = readPerformances(await readInput(file), nameOfFile(file))
  return withFollowing(following => {
    const aligned = pieces.map(piece => ({ piece, matches: pairsOf(piece, following, options) }))
    if (options.json) {
      printJson({ pieces: aligned.map(({ piece, matches }) => ({ id: piece.id, matches })) })
      return
    }
    printLine(`${'piece'.padEnd(24)}  written   played   paired  left out    added`)
    for (const { piece, matches } of aligned) {
      const { written, played } = piece
      const left = written.length - new Set(matches.map(([one]) => one)).size
      const counts = [written.length, played.length, matches.length, left, played.length - matches.length]
      printLine(plain(String(piece.id)).padEnd(24) + counts.map(count => String(count).padStart(9)).join(''))
    }
  })
}

export async function scoreFile(file: string, options: AlignOptions): Promise<void> {
  const name = nameOfFile(file)
  const pieces = readPerformances(await readInput(file), name)
  if (pieces.length === 0 || pieces.some(({ matches }) => !matches)) {
    const message = `"${name}" has pieces without matches, or none at all: there is nothing to compare with.`
    throw badInput('matches_missing', message)
  }
  return withFollowing(following => {
    const score = alignmentScore(
      pieces,
      pieces.map(piece => pairsOf(piece, following, options)),
    )
    if (options.json) return printJson(score)
    printLine(`${''.padEnd(20)}precision   recall       F1`)
    const row = (title: string, { precision, recall, f1 }: Agreement) =>
      printLine(
        title.padEnd(20) + [precision, recall, f1].map(share => share.toFixed(4).padStart(9)).join(''),
      )
    for (const aspect of ASPECTS) {
      row(`${aspect}, macro`, score[aspect].macro)
      row(`${aspect}, micro`, score[aspect].micro)
    }
  })
}

function pairsOf(
  { written, played }: Performance,
  following: Following,
  { live }: AlignOptions,
): readonly NotePair[] {
  if (!live) return following.alignWhole(written, played)
  const follower = following.createFollower(written)
  const found: (number | undefined)[] = []
  for (const note of played) {
    const { written: now, revised } = follower.play(note)
    found.push(now)
    for (const { played: earlier, written: better } of revised) found[earlier] = better
  }
  return found.flatMap((one, other) => (one === undefined ? [] : [[one, other] as const]))
}

async function withFollowing(work: (following: Following) => void): Promise<void> {
  await withPlugin('practice', kernel => work(kernel.get(FOLLOWING)))
}
