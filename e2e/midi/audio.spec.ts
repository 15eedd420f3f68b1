import { makeSong } from '../../src/plugins/library/list/included-songs.js'
import { hearing, record, recordString } from '../support/guitar.js'
import { runCommand } from '../support/palette.js'
import { DEMO } from '../support/product.js'
import { openFile, songFile, tool } from '../support/songs.js'
import { expect, test } from '../support/test.js'

test.use({ launchOptions: hearing('take') })

/** Low E string at A4 = 440 Hz (equal temperament). */
const E2_HZ = 82.4069

const NOTES = 16
const WRONG = 2
const MISSED = 5
const OCTAVE = 8

test('notes from a microphone get feedback, and each mistake is explained', async ({ page, openNeck }) => {
  const song = makeSong({ id: 'greensleeves', title: 'Greensleeves' })
  const [melody] = song.tracks
  const played = (melody?.notes ?? []).slice(0, NOTES).map(({ time, duration, midi }, index) => ({
    at: 1 + time,
    until: 1 + time + duration,
    pitch: midi + (index === WRONG ? 1 : index === OCTAVE ? -12 : 0),
  }))
  await record('take', played.toSpliced(MISSED, 1), 60)
  await openNeck(page, DEMO.email)
  await openFile(page, songFile('By ear', { ...song, tracks: [melody] }))
  await expect(tool(page, 'Record along with the song')).toBeVisible()
  await tool(page, 'Toggle feedback').click()
  await runCommand(page, 'Listen to my guitar')
  const faults = page
    .getByRole('region', { name: 'Your take' })
    .getByRole('list', { name: 'Notes not counted, and why' })
    .getByRole('listitem')
  await expect(faults).toHaveText([
    /D♯4 isn’t in the song at this point/,
    /Missed D4/,
    /Missed E4/,
    /G2 isn’t in the song at this point/,
    /Missed G3/,
  ])
})

test('the tuner reads a string that is 12 cents flat', async ({ page, openPath }) => {
  await recordString('take', E2_HZ * 2 ** (-12 / 1200), 10)
  await openPath(page, '/tuner')
  const tuner = page.getByRole('region', { name: 'Tuner' })
  await tuner.getByRole('button', { name: 'Turn on the microphone' }).click()
  await expect(tuner.getByText('12 cents flat', { exact: true })).toBeVisible()
  await expect(tuner.getByRole('status').filter({ hasText: 'E2, 12 cents flat' })).toBeAttached()
})
