import { expect, it } from 'vitest'
import { type BarMarks, type Jump, unfold } from '../../../src/music/song/unfold.js'

const LIMIT = 1000

const UNTIL: Record<string, Jump['until']> = {
  ...{ '': 'end', fine: 'fine', any: 'any', coda: { coda: 'coda' }, double: { coda: 'double' } },
}

/** Parses bars in shorthand such as `|:3[1,2]:|x3 tocoda`, separated by `/`. */
const barsOf = (drawn: string): BarMarks[] =>
  drawn.split('/').map(bar => {
    const [, start, endings, end, times, words = ''] =
      /^ *(\|:)?\d+(?:\[(.*?)\])?(:\|)?(?:x(\d+))?(.*)$/.exec(bar) ?? []
    const word = (name: string) => new RegExp(` ${name}(?:=(\\w+))?(?: |$)`).exec(words)
    const named = (name: string) => word(name) && (word(name)?.[1] ?? name.replace('to', ''))
    const jump = / (dc|ds)(?:=(\w+))?(?:-al-(\w+))?( again)?(?: |$)/.exec(words)
    return {
      repeatStart: start !== undefined,
      repeatEnd: end ? Number(times ?? 2) : undefined,
      endings: endings?.split(',').map(Number),
      segno: named('segno') ?? undefined,
      coda: named('coda') ?? undefined,
      toCoda: named('tocoda') ?? undefined,
      fine: word('fine') !== null,
      jump: jump
        ? {
            segno: jump[1] === 'ds' ? (jump[2] ?? 'segno') : undefined,
            until: UNTIL[jump[3] ?? ''] ?? 'end',
            withRepeats: jump[4] !== undefined,
          }
        : undefined,
    }
  })

/** Expected orders as in MusicXML 4.0, ABC 2.1 (4.8–4.10), "Behind Bars" by Gould, and Guitar Pro 8. */
it.each([
  ['no signs', '1/2/3', '1 2 3'],

  ['a repeat', '1/|:2/3:|/4', '1 2 3 2 3 4'],
  ['a repeat of one bar', '1/|:2:|x4/3', '1 2 2 2 2 3'],
  ['a repeat from the beginning', '1/2:|/3', '1 2 1 2 3'],
  ['a repeat from the end of the previous repeat', '1/2:|/3/4:|/5', '1 2 1 2 3 4 3 4 5'],
  ['a repeat from the end of a repeat with endings', '|:1/2[1]:|/3[2]/4/5:|/6', '1 2 1 3 4 5 4 5 6'],
  ['a start without an end', '1/|:2/3', '1 2 3'],
  ['a repeat in a repeat', '|:1/|:2:|/3:|/4', '1 2 2 3 1 2 2 3 4'],
  ['consecutive repeats of one bar', '|:1:|/|:2:|/3', '1 1 2 2 3'],

  ['endings, the last of them open', '|:1/2[1]:|/3[2]/4', '1 2 1 3 4'],
  ['endings that both close', '|:1/2[1]:|/3[2]:|/4', '1 2 1 3 4'],
  ['endings of several bars', '|:1/2[1]/3[1]:|/4[2]/5[2]/6', '1 2 3 1 4 5 6'],
  ['several endings of several bars that close', '1/2[1]/3[1]:|/4[2]/5[2]:|/6', '1 2 3 1 4 5 6'],
  ['three endings', '|:1/2[1]:|/3[2]:|/4[3]/5', '1 2 1 3 1 4 5'],
  ['an ending for several passes', '|:1/2[1,2]:|x3/3[3]/4', '1 2 1 2 1 3 4'],
  ['an ending for several passes, without a number of passes', '|:1/2[1,2]:|/3[3]/4', '1 2 1 2 1 3 4'],
  ['endings for several passes each', '|:1/2[1,2]:|/3[3,4]:|/4', '1 2 1 2 1 3 1 3 4'],
  ['endings that alternate', '|:1/2[1,3]:|x4/3[2,4]:|x4/4', '1 2 1 3 1 2 1 3 4'],
  ['more passes than closed endings', '|:1/2[1,3]:|x4/3[2]:|x4/4', '1 2 1 3 1 2 1 4'],
  ['more passes than endings', '|:1/2[1]:|x4/3[2]/4', '1 2 1 3 4'],
  ['an ending that names fewer passes', '|:1/2[1]:|x3/3[3]/4', '1 2 1 2 1 3 4'],
  ['only a first ending', '|:1/2[1]:|/3', '1 2 1 3'],
  ['only a first ending, for two passes', '|:1/2[1,2]:|x3/3', '1 2 1 2 1 3'],
  ['only a second ending', '|:1/2:|/3[2]/4', '1 2 1 2 3 4'],
  ['a bar of the first pass inside a repeat', '|:1/2[1]/3:|/4', '1 2 3 1 3 4'],
  ['endings without a repeat sign', '|:1/2[1]/3[2]/4', '1 2 1 3 4'],
  ['a repeat sign in the last ending only', '1/|:2/3[1]/4[2,3]:|x3/5', '1 2 3 2 4 2 4 5'],
  ['bars for one pass each', '|:1/2[1]/3[2]/4:|/5', '1 2 4 1 3 4 5'],
  ['an ending inside another', '1/2[1,2,3]/3[2]/4[2]:|/5', '1 2 3 4 1 2 3 4 1 2 3 4 5'],
  ['an ending without a repeat', '1/2[1]/3', '1 2 3'],
  ['endings without a beginning', '1/2[1]:|/3[2]/4', '1 2 1 3 4'],
  ['passages with endings in a row', '1/2[1]:|/3[2]:|/4/5[1]:|/6[2]', '1 2 1 3 4 5 4 6'],
  ['a repeat that begins in the last ending', '|:1/2[1]:|/|:3[2]/4:|/5', '1 2 1 3 4 3 4 5'],
  ['a repeat in an ending', '|:1/2[1]/|:3[1]:|/4[1]:|/5[2]/6', '1 2 3 3 4 1 5 6'],
  ['a repeat with endings in a repeat', '|:1/|:2/3[1]:|/4[2]/5:|/6', '1 2 3 2 4 5 1 2 3 2 4 5 6'],
  ['a repeat that only has endings', '|:1[1,2]:|/2[3]', '1 1 2'],

  ['D.C.', '1/2/3 dc', '1 2 3 1 2 3'],
  ['D.C. with bars after it', '1/2 dc/3', '1 2 1 2 3'],
  ['D.C. with ignored Fine and To Coda', '1 tocoda/2 fine/3 dc/4 coda', '1 2 3 1 2 3 4'],
  ['D.C. al Fine', '1/2 fine/3 dc-al-fine', '1 2 3 1 2'],
  ['D.C. al Fine without Fine', '1/2/3 dc-al-fine/4', '1 2 3 1 2 3 4'],
  ['Fine without a jump', '1/2 fine/3', '1 2 3'],
  ['D.S.', '1/2 segno/3 ds', '1 2 3 2 3'],
  ['D.S. in the bar of the segno', '1/2 segno ds/3', '1 2 2 3'],
  ['D.S. al Fine', '1/2 segno/3 fine/4 ds-al-fine/5', '1 2 3 4 2 3'],
  ['D.C. al Coda', '1/2 tocoda/3 dc-al-coda/4 coda/5', '1 2 3 1 2 4 5'],
  ['D.S. al Coda', '1/2 segno/3 tocoda/4 ds-al-coda/5 coda', '1 2 3 4 2 3 5'],
  ['To Coda without a jump', '1 tocoda/2/3 coda', '1 2 3'],
  ['To Coda without a coda', '1/2 tocoda/3 dc-al-coda/4', '1 2 3 1 2 3 4'],
  ['al Coda without To Coda', '1/2/3 dc-al-coda/4 coda', '1 2 3 1 2 3 4'],
  ['a coda before the jump', '1/2 tocoda/3 coda/4 dc-al-coda/5', '1 2 3 4 1 2 3 4 5'],
  ['a coda before To Coda', '1 coda/2/3 tocoda/4 dc-al-coda/5', '1 2 3 4 1 2 3 1 2 3 4 5'],
  ['D.S. without a segno', '1/2 ds/3', '1 2 3'],
  ['al Fine or Coda, Fine first', '1/2 fine/3 dc-al-any', '1 2 3 1 2'],
  ['al Fine or Coda, To Coda first', '1 tocoda/2 dc-al-any/3 coda/4 fine/5', '1 2 1 3 4'],
  ['the nearest segno', '1 segno/2 ds/3 segno/4 ds/5', '1 2 1 2 3 4 3 4 5'],
  [
    'the nearest coda',
    '1 segno tocoda/2 ds-al-coda/3 coda/4 segno tocoda/5 ds-al-coda/6 coda',
    '1 2 1 3 4 5 4 6',
  ],
  ['segno segno', '1 segno/2 segno=two/3 ds=two/4', '1 2 3 2 3 4'],
  ['a segno with another name', '1/2 segno=a/3 ds=b', '1 2 3 2 3'],
  ['double coda', '1 tocoda/2 tocoda=double/3 dc-al-double/4 coda/5 coda=double', '1 2 3 1 2 5'],
  [
    'coda, then double coda',
    '1 segno/2 tocoda/3 tocoda=double/4 ds-al-coda/5 coda/6 ds-al-double/7 coda=double',
    '1 2 3 4 1 2 5 6 1 2 3 7',
  ],
  ['two jumps', '1/2 dc/3/4 dc/5', '1 2 1 2 3 4 1 2 3 4 5'],

  ['D.C. at the end of a repeat', '1 tocoda/|:2/3:| dc-al-coda/4 coda', '1 2 3 2 3 1 4'],
  ['D.C. at the end of a repeat of three passes', '|:1/2:|x3 dc/3', '1 2 1 2 1 2 1 2 3'],
  ['D.C. at the end of the last ending', '|:1/2[1]:|/3[2]:| dc-al-fine/4', '1 2 1 3 1 3 4'],
  ['D.C. inside a repeat', '|:1 fine/2 dc-al-fine/3:|/4', '1 2 3 1 2 1'],
  ['repeats skipped after a jump', '|:1:|/2/3 dc', '1 1 2 3 1 2 3'],
  ['repeats that begin after the jump', '1/2 dc/|:3:|', '1 2 1 2 3 3'],
  ['a repeat in the coda', '|:1:| tocoda/2 dc-al-coda/|:3:| coda/4', '1 1 2 1 3 3 4'],
  ['the last ending after a jump', '|:1/2[1]:|/3[2] fine/4 dc-al-fine', '1 2 1 3 4 1 3'],
  ['the last ending after a jump, both closed', '|:1/2[1]:|/3[2]:|/4 dc/5', '1 2 1 3 4 1 3 4 5'],
  ['a jump into a repeat', '|:1/2 segno/3[1]:|/4[2]/5 ds-al-coda/6 coda', '1 2 3 1 2 4 5 2 4 5 6'],
  ['a jump with repeats', '|:1/2[1]:|/3[2]/4 dc again', '1 2 1 3 4 1 2 1 3 4'],
  ['a jump with repeats al Fine', '|:1/2:| fine/3 dc-al-fine again', '1 2 1 2 3 1 2 1 2'],
  ['Fine in a first ending, with repeats', '|:1/2[1] fine/3[1]:|/4[2]/5 dc-al-fine again', '1 2 3 1 4 5 1 2'],
  ['a jump with repeats al Coda', '|:1 tocoda/2:|/3 dc-al-coda again/4 coda', '1 2 1 2 3 1 2 1 4'],
])('with %s, the bars %s are played as %s', (_, drawn, played) => {
  expect(
    unfold(barsOf(drawn), LIMIT)
      ?.map(bar => bar + 1)
      .join(' '),
  ).toBe(played)
})

it.each([
  ['many repeats without a start sign', Array.from({ length: 72 }, (_, bar) => `${bar}:|`)],
  ['jumps in every bar', Array.from({ length: 72 }, (_, bar) => `${bar}:| segno coda tocoda dc-al-coda`)],
])('unfolding a song terminates with %s', (_, drawn) =>
  expect(unfold(barsOf(drawn.join('/')), 20_000)).toBeDefined(),
)

it('unfolding a song stops when the result exceeds the limit', () => {
  expect(unfold(barsOf('|:1:|x1000'), LIMIT)).toHaveLength(LIMIT)
  expect(unfold(barsOf('|:1:|x1001'), LIMIT)).toBeUndefined()
  expect(unfold(barsOf(`${'|:1/'.repeat(72)}${'2:|x9/'.repeat(72)}3`), LIMIT)).toBeUndefined()
})
