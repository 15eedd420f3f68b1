import type { Page } from '@playwright/test'
import { device } from '../support/device.js'
import { hearing, record as recordAudio } from '../support/guitar.js'
import { GUITAR, SYNTH, withMidi } from '../support/midi.js'
import { runCommand } from '../support/palette.js'
import { befriended } from '../support/people.js'
import { greensleevesAs, openFile, tool } from '../support/songs.js'
import { expect, test } from '../support/test.js'

test.use({ launchOptions: hearing('homework') })

const PITCHES = [64, 67, 69, 71, 74, 71, 69, 67]
const APART_MS = 500
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

const audio = PITCHES.map((pitch, index) => ({
  at: (index * APART_MS) / 1000,
  until: ((index + 0.8) * APART_MS) / 1000,
  pitch,
}))

async function strike(page: Page): Promise<void> {
  await page.evaluate(
    async ({ id, pitches, apart }) => {
      const begin = performance.now() + 100
      for (const [index, pitch] of pitches.entries()) {
        const at = begin + index * apart
        await new Promise(resolve => setTimeout(resolve, at - performance.now()))
        globalThis.fakeWebMidi.play(id, [0x90, pitch, 90], at)
        globalThis.fakeWebMidi.play(id, [0x80, pitch, 64], at + 150)
      }
    },
    { id: GUITAR.id, pitches: PITCHES, apart: APART_MS },
  )
}

async function record(page: Page): Promise<void> {
  await link(page, 'Fretboard').click()
  await page.waitForFunction(id => globalThis.fakeWebMidi.isListenedTo(id), GUITAR.id)
  await page.keyboard.press('Control+Alt+R')
  // The timer is shown once the count-in has ended.
  await expect(page.getByRole('button', { name: /^Stop recording/ })).toHaveText(/\d:\d\d/)
  await strike(page)
  await page.keyboard.press('Control+Alt+R')
  const said = page.getByRole('status').filter({ hasText: /^Recorded “/ })
  // Closes the notice so that it is not mistaken for the next recording's notice.
  await said.getByRole('button', { name: 'Close' }).click()
  await expect(said).toBeHidden()
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('a teacher assigns a take recorded offline and hears the student’s take', async ({
  browser,
  page: helper,
  openPath,
  baseURL,
}) => {
  const [teacher, student] = await befriended(helper, baseURL ?? '', ['Tess Teacher', 'Stu Student'])
  const [atSchool, school] = await device(
    browser,
    page => openPath(page, '/homework/new', teacher.email),
    withMidi,
  )
  // Loads these pages' scripts before going offline, because tests run without a service worker.
  await expect(school.getByRole('heading', { name: 'Assign homework' })).toBeVisible()
  await school.getByRole('combobox', { name: 'Students' }).click()
  await expect(school.getByRole('option', { name: /Stu Student/ })).toBeVisible()
  await link(school, 'Homework').first().click()
  await expect(school.getByText('You haven’t assigned any homework.')).toBeVisible()
  await record(school)
  await expect(school.locator('[data-sync]')).toHaveAttribute('data-sync', 'saved')

  await atSchool.setOffline(true)
  await record(school)
  await expect(school.locator('[data-sync]')).toHaveAttribute('data-sync', 'waiting')
  await link(school, 'Homework').first().click()
  await link(school, 'Assign homework').click()
  await choose(school, 'Song or setlist', /^Take/)
  await school.getByRole('textbox', { name: 'Title' }).fill('First steps')
  await school.getByRole('textbox', { name: 'From bar' }).fill('1')
  await school.getByRole('textbox', { name: 'To bar' }).fill('2')
  await school.getByLabel('Due').fill('2030-12-04')
  await school.getByRole('textbox', { name: 'Note' }).fill('Count along.')
  await choose(school, 'Students', /Stu Student/)
  // The list stays open for further choices.
  await school.keyboard.press('Escape')
  await school.getByRole('button', { name: 'Assign homework' }).click()
  await expect(school.getByText('One item waiting to be sent')).toBeVisible()
  await atSchool.setOffline(false)
  await expect(school.getByText('One item waiting to be sent')).toBeHidden()

  const [atHome, home] = await device(browser, page => openPath(page, '/fretboard', student.email), withMidi)
  await openFile(home, greensleevesAs('Another'))
  await expect(tool(home, 'Play the song')).toBeVisible()
  await home.goto('/homework')
  await expect(link(home, 'One homework update')).toBeVisible()
  const inbox = async () => (await helper.request.get(`${baseURL}/dev/mail`)).text()
  await expect
    .poll(inbox)
    .toMatch(`New homework from Tess Teacher: “First steps”</a><br><small>${student.email}`)
  await home.getByRole('list', { name: 'Assigned to you' }).getByRole('link', { name: 'First steps' }).click()
  await expect(home.getByRole('button', { name: 'Decline' })).toBeVisible()
  await expect(home.getByText(/^Tess Teacher · due Wed.*4.* · bars 1–2/)).toBeVisible()
  await expect(home.getByText('Count along.')).toBeHidden()
  await home.setViewportSize({ width: 390, height: 844 })
  await expect(home.getByRole('button', { name: 'Start' })).toBeInViewport()
  await home.getByRole('button', { name: 'Start' }).click()
  await expect(home.getByRole('button', { name: 'Homework from Tess Teacher' })).toBeVisible()
  await home.setViewportSize({ width: 1280, height: 720 })
  await home.getByRole('combobox', { name: 'Output' }).click()
  await home.getByRole('option', { name: SYNTH.name }).click()
  await expect(tool(home, 'Record along with the song')).toBeVisible()
  // The student has no MIDI guitar. The microphone repeats the assigned notes.
  await recordAudio('homework', audio, (PITCHES.length * APART_MS) / 1000)
  await runCommand(home, 'Listen to my guitar')
  await tool(home, 'Play the song').click()
  // Waits for more than one pass of the loop.
  await home.waitForFunction(count => globalThis.fakeWebMidi.heard().length > count, 3 * PITCHES.length)
  await tool(home, 'Pause the song').click()
  await expect(home.getByText(/^Sent your take to Tess Teacher/)).toBeVisible()

  await school
    .getByRole('list', { name: 'Assigned by you' })
    .getByRole('link', { name: 'First steps' })
    .click()
  const progress = school.getByRole('region', { name: 'Stu Student' })
  await expect(progress.getByText('Accepted')).toBeVisible()
  await expect(progress.getByRole('list', { name: 'Takes' }).getByRole('listitem')).not.toHaveCount(0)
  await progress.getByRole('button', { name: 'Listen' }).first().click()
  await expect(tool(school, 'Pause the song')).toBeVisible()
  await progress.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(inbox).toMatch(`New take of “First steps”</a><br><small>${teacher.email}`)
  await progress.getByRole('textbox', { name: 'Comment' }).fill('Well done.')
  await progress.getByRole('textbox', { name: 'Bar' }).fill('2')
  await progress.getByRole('button', { name: 'Send' }).click()
  await expect(progress.getByRole('paragraph').filter({ hasText: 'Well done.' })).toBeVisible()
  await expect(progress.getByRole('textbox', { name: 'Comment' })).toHaveValue('')

  await link(home, 'Homework').click()
  await home.getByRole('list', { name: 'Assigned to you' }).getByRole('link', { name: 'First steps' }).click()
  await expect(home.getByText('Well done.')).toBeVisible()
  await expect(home.getByText('Count along.')).toBeVisible()
  await home.getByRole('button', { name: 'Stop sharing takes' }).click()
  await expect(home.getByRole('button', { name: 'Share my takes' })).toBeVisible()
  await link(school, 'Homework').first().click()
  await school
    .getByRole('list', { name: 'Assigned by you' })
    .getByRole('link', { name: 'First steps' })
    .click()
  await expect(school.getByText('Stu Student isn’t sharing takes.')).toBeVisible()
  await atSchool.close()
  await atHome.close()
})
