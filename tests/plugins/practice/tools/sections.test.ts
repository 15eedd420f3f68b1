import { describe, expect, it } from 'vitest'
import { EVENTS } from '../../../../src/core/kernel/tokens.js'
import { MIDI_INPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { SECTIONS, TAKE_ENDED, type TakeResult } from '../../../../src/plugins/practice/tokens.js'
import { allSections, sectionsOfFile } from '../../../../src/plugins/practice/tools/run-sections.js'
import { songFrom } from '../../../support/song-from.js'
import { songNeck } from '../../player/song-neck.js'
import { openSongOf } from '../../player/songs.js'

const PITCHES = Array.from({ length: 16 }, (_, index) => 60 + (index % 12))
const BAR_TICKS = 4 * 480
const marker = (ticks: number, text: string, type = 'marker') => ({ ticks, text, type })

/** Four two-second bars with a note every half second. */
const songWith = (meta: readonly object[]) =>
  JSON.stringify({
    header: { name: 'Parts', meta },
    tracks: [{ notes: PITCHES.map((midi, index) => ({ midi, time: index / 2, duration: 0.4 })) }],
  })

const sectionsFrom = (meta: readonly object[]) =>
  sectionsOfFile(openSongOf(songFrom(JSON.parse(songWith(meta))))).map(
    ({ name, from, to }) => `${name} ${from}-${to}`,
  )

describe('song sections from file markers', () => {
  it('a section extends from its marker to the next one or to the end of the song', () => {
    const meta = [marker(2 * BAR_TICKS, 'Chorus'), marker(0, 'Verse')]
    expect(sectionsFrom(meta)).toEqual(['Verse 1-2', 'Chorus 3-4'])
  })

  it.each([
    [
      'a marker a little early or late belongs to the bar',
      [marker(BAR_TICKS - 30, 'A'), marker(2 * BAR_TICKS + 30, 'B')],
      ['A 2-2', 'B 3-4'],
    ],
    ['only the first of two markers in a bar counts', [marker(0, 'A'), marker(10, 'B')], ['A 1-4']],
    ['markers without a name and other texts are ignored', [marker(0, '  '), marker(0, 'la', 'lyrics')], []],
    ['bars before the first marker have no section', [marker(BAR_TICKS, 'Solo')], ['Solo 2-4']],
  ])('%s', (_, meta, expected) => expect(sectionsFrom(meta)).toEqual(expected))

  it('a user’s section replaces the file’s section with the same bars', () => {
    const section = (name: string, from: number, to: number) => ({ name, from, to })
    const own = [section('Mine', 3, 4), section('Lick', 2, 2)]
    const all = allSections([section('A', 1, 2), section('B', 3, 4)], own)
    expect(all.map(({ name }) => name)).toEqual(['A', 'Lick', 'Mine'])
  })
})

async function setUp(meta: readonly object[] = []) {
  const opened = await songNeck({ host: 'node' })
  await opened.open(songWith(meta))
  const { kernel } = opened
  const takes: TakeResult[] = []
  kernel.get(EVENTS).on(TAKE_ENDED, take => takes.push(take))
  const run = (command: string, args?: object) => opened.run(`practice.${command}`, args)
  return { ...opened, run, sections: () => kernel.get(SECTIONS).view.getState(), takes }
}

it('a section is created from the loop, and every change can be undone', async () => {
  const { run, sections, notices } = await setUp()
  await run('mark-section', { name: 'Lick' })
  expect(notices.at(-1)).toMatchObject({ code: 'loop_missing' })
  await run('loop-bars', { from: 2, to: 3 })
  await run('mark-section', { name: ' Lick ' })
  expect(sections()).toEqual([{ name: 'Lick', from: 2, to: 3, own: true }])
  await run('remove-section', { section: '2-3' })
  expect(sections()).toEqual([])
  notices.at(-1)?.action?.run()
  expect(sections()).toHaveLength(1)
})

it('commands jump from section to section', async () => {
  const { run, session, notices } = await setUp([marker(BAR_TICKS, 'Verse'), marker(2 * BAR_TICKS, 'Chorus')])
  const bars: number[] = []
  for (const way of ['next', 'next', 'next', 'previous', 'previous']) {
    await run(`${way}-section`)
    bars.push(session.barNow())
  }
  expect(bars).toEqual([2, 3, 3, 2, 2])
  const none = await setUp()
  await none.run('next-section')
  expect([...notices, ...none.notices].map(({ code }) => code)).toEqual(['sections_missing'])
})

it('a take of a section has the section’s name, and its best tempo is stored', async () => {
  const meta = [marker(0, 'Verse'), marker(BAR_TICKS, 'Chorus')]
  const { kernel, clock, run, sections, session, takes } = await setUp(meta)
  await run('loop-section', { section: '1-1' })
  await run('set-tempo', { percent: 80 })
  await run('toggle-judging')
  session.play()
  const begin = clock.now()
  for (let index = 0; index < 4; index += 1) {
    await clock.advance(Math.max(0, begin + index * 625 - clock.now()))
    kernel.get(MIDI_INPUT).receive([0x90, PITCHES[index] ?? 0, 90], { portId: 'guitar', at: clock.now() })
  }
  await clock.advance(700)
  expect(takes[0]).toMatchObject({ section: 'Verse', accuracy: 1, tempo: 80 })
  expect(sections()).toMatchObject([{ name: 'Verse', bestTempo: 80 }, { name: 'Chorus' }])
  expect(sections()[1]?.bestTempo).toBeUndefined()
})
