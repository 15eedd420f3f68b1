import { expect, it } from 'vitest'
import { ENDPOINTS } from '../../../src/core/contract/endpoints.js'
import { GO_TO } from '../../../src/core/events/app-events.js'
import { createEvent } from '../../../src/core/events/event-bus.js'
import { redacted } from '../../../src/core/events/redact.js'
import { callWithoutText } from '../../../src/core/http/api-client.js'
import { ApiError } from '../../../src/core/http/api-error.js'
import { errorText, plainMessage, withoutPersonal } from '../../../src/plugins/diagnostics/report/capture.js'
import { bytesOfHex } from '../../../src/plugins/diagnostics/report/report.js'
import { reportTools as tools } from '../../../src/plugins/diagnostics/report/report-tools.js'
import { PROBLEM_REPORTS, type ProblemReport } from '../../../src/plugins/diagnostics/tokens.js'
import { NECK } from '../../../src/plugins/fretboard/tokens.js'
import { MIDI_INPUT } from '../../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { openKernel } from '../../support/open-kernel.js'

async function opened() {
  const { kernel } = await openKernel({ plugins: PLUGINS, activate: ['fretboard', 'diagnostics'] })
  kernel.get(NECK)
  kernel.commands.setContext('route', '/fretboard')
  /** @param bytes message in hexadecimal, such as `90 40 64` */
  const play = (bytes: string, { portId = 'guitar', ...more }: { portId?: string; string?: number } = {}) =>
    kernel.get(MIDI_INPUT).receive(bytesOfHex(bytes), { portId, ...more })
  return { kernel, play, capture: () => kernel.get(PROBLEM_REPORTS).capture() }
}

/** Replays a report in a fresh kernel, as on another machine. */
async function replayElsewhere(report: ProblemReport) {
  const { kernel } = await openKernel({ plugins: PLUGINS, loggedIn: false, activate: ['diagnostics'] })
  return kernel.get(PROBLEM_REPORTS).replay(report)
}

it('a report contains the MIDI messages received and the state of the neck after each one', async () => {
  const { play, capture } = await opened()
  play('90 40 64')
  play('80 40 00')
  const { steps } = await capture()
  const midi = steps.filter(({ kind }) => kind === 'midi')
  expect(midi).toMatchObject([
    { raw: '90 40 64', port: 'guitar', event: { kind: 'note', name: 'E4' }, shown: { notes: [64] } },
    { raw: '80 40 00', shown: { notes: [] } },
  ])
  expect(midi[0]?.shown?.positions).toMatchObject({ '1/0': { pitch: 64, held: true } })
  expect(midi[1]?.shown?.positions?.['1/0']).toBeNull()
})

it('replaying a report in a fresh kernel shows the same notes', async () => {
  const { play, capture, kernel } = await opened()
  await kernel.commands.attempt('fretboard.set-capo', { fret: 2 })
  for (const bytes of ['b0 40 7f', '90 40 64', '80 40 00', 'e0 00 50', '90 43 20', 'b0 40 00']) play(bytes)
  const report = await capture()
  const { report: again, notes } = await replayElsewhere(report)
  expect(notes).toEqual([])
  expect(tools.difference(report, again)).toBeUndefined()
  expect(again.steps.filter(({ kind }) => kind === 'midi').length).toBe(6)
})

it('the result of a command is compared only if the report contains one', async () => {
  const { capture, kernel } = await opened()
  await kernel.commands.attempt('fretboard.toggle-degrees')
  const report = await capture()
  const withOutcome = (outcome: object) => ({
    ...report,
    steps: report.steps.map(step => (step.kind === 'command' ? { ...step, outcome } : step)),
  })
  const { report: again } = await replayElsewhere(report)
  const difference = (outcome: object) => tools.difference(withOutcome(outcome) as ProblemReport, again)
  expect(difference({ ms: 1, ok: true })).toBeUndefined()
  expect(difference({ ms: 1, ok: true, value: false })).toBeUndefined()
  expect(difference({ ms: 1, ok: true, value: true })).toMatchObject({ what: 'command' })
  expect(difference({ ms: 1, ok: false, code: 'command_busy' })).toMatchObject({ what: 'command' })
})

it('a report includes notes, strings, pedals and bends that are active when it starts', async () => {
  const { play, capture, kernel } = await opened()
  for (const bytes of ['90 30 50', 'b0 42 7f', '90 34 60', 'b0 40 7f', '80 34 00', 'e0 00 50']) play(bytes)
  play('91 40 64', { string: 2 })
  await kernel.platform.clock.advance(150_000)
  play('80 30 00')
  play('b0 40 00')
  play('e0 00 60')
  const report = await capture()
  expect(report.steps.filter(({ kind }) => kind === 'midi').length).toBe(3)
  expect(report.start?.notes).toEqual([48, 52, 64])
  const { report: again } = await replayElsewhere(report)
  expect(tools.difference(report, again)).toBeUndefined()
})

it('messages received before the neck was loaded are omitted', async () => {
  const { kernel } = await openKernel({ plugins: PLUGINS, activate: ['midi-io'] })
  kernel.get(MIDI_INPUT).receive([0x90, 64, 100], { portId: 'guitar' })
  await kernel.platform.clock.advance(1000)
  await kernel.host.activate('diagnostics')
  await kernel.host.activate('fretboard')
  kernel.get(MIDI_INPUT).receive([0x90, 67, 100], { portId: 'guitar' })
  const report = await kernel.get(PROBLEM_REPORTS).capture()
  expect(report.steps.flatMap(step => (step.kind === 'midi' ? step.raw : []))).toEqual(['90 43 64'])
})

const SECRETS = ['Marquardt', 'hunter2', 'sk-live-4242', 'aB3dTokenOfLink', 'anna@example.org']
const textOf = (value: unknown) => JSON.stringify(value) ?? ''
const leaks = (value: unknown) => SECRETS.filter(secret => textOf(value).includes(secret))

it.each([
  [{ query: 'Marquardt' }],
  [{ name: 'Marquardt', title: 'Marquardt', text: 'Marquardt' }],
  [{ password: 'hunter2', apiKey: 'sk-live-4242', pin: 'hunter2' }],
  [{ link: 'https://host/link/aB3dTokenOfLink', path: '/link/aB3dTokenOfLink', href: 'aB3dTokenOfLink' }],
  [{ code: 'aB3dTokenOfLink', token: 'hunter2' }],
  [{ 'anna@example.org': 1, nested: [{ deep: ['Marquardt'] }] }],
  [new Map([['anna@example.org', 'Marquardt']])],
  [new Error('Marquardt')],
])('user text is redacted from %j', value => expect(leaks(redacted(value))).toEqual([]))

it('numbers, booleans, musical terms, IDs and codes are not redacted', () => {
  const music = { chord: 'E7#9', fret: 3, on: true, tuning: 'own:1' }
  const value = { ...music, id: 'fretboard.set-capo', code: 'song_too_large' }
  expect(redacted(value)).toEqual(value)
})

it.each(ENDPOINTS.filter(({ media }) => !media))(
  'the recorded call $name contains no user text',
  ({ params, query, body, answer }) => {
    const secret = { password: 'hunter2', token: 'aB3dTokenOfLink' }
    const text = { name: 'Marquardt', email: 'anna@example.org', ...secret }
    const more = { title: 'Marquardt', jwt: 'hunter2', refreshToken: 'hunter2', query: 'Marquardt' }
    const all = { ...text, ...more, items: [text] }
    const given = { params: all, query: all, body: all }
    expect(leaks(callWithoutText({ params, query, body, answer }, given, all))).toEqual([])
  },
)

it('a failed call is recorded only with its error code', () => {
  const problem = { type: 'about:blank', status: 404, title: 'Marquardt', code: 'not_found' }
  expect(callWithoutText({}, {}, { ...problem, detail: 'Marquardt' }).answer).toEqual({ code: 'not_found' })
})

it('error messages omit quoted text and URLs', () => {
  expect(plainMessage('could not search for "Marquardt"')).toBe('could not search for «text»')
  expect(plainMessage('The file “Marquardt.mid” is broken')).toBe('The file «text» is broken')
  expect(plainMessage('It is at https://host/link/aB3dTokenOfLink now')).not.toContain('aB3d')
})

it('stack traces contain file names without folders, and API errors contain their code', () => {
  const error = new ApiError('bad_request', 'not_found', 'There is no Marquardt.')
  error.stack = 'Error\n    at open (/home/Marquardt/app/neck.js:3:14)\n    at https://host/assets/a-1.js:1:2'
  expect(errorText(error)).toBe('ApiError not_found: not_found\nat open (neck.js:3:14)\nat a-1.js:1:2')
})

it('a report contains no text from commands, events or settings', async () => {
  const { kernel, capture } = await opened()
  await kernel.commands.execute('social.find-people', { query: 'Marquardt' })
  await kernel.commands.execute('library.open-link', { link: 'https://host/link/aB3dTokenOfLink' })
  kernel.events.emit(GO_TO, { path: '/link/aB3dTokenOfLink' })
  kernel.events.emit(createEvent('drill.sent'), { message: 'Marquardt', to: 'anna@example.org' })
  kernel.log.error('could not search for "Marquardt"', new Error('about "Marquardt"'))
  expect(leaks(await capture())).toEqual([])
}, 120_000)

it('the user’s name and email address are replaced everywhere, but built-in strings are kept', async () => {
  const { capture } = await opened()
  const report = { ...(await capture()), remark: 'Anna Schmidt (anna@example.org), anna, Schmidt; guitar' }
  const user = { id: 'u', name: 'Anna Schmidt', email: 'anna@example.org', handle: 'guitar' }
  const clean = withoutPersonal(report, user)
  expect(clean.remark).toBe('«user» («address»), «user», «user»; «user»')
  expect(tools.read(tools.write(clean)).format).toBe('fretwork-report')
})

it('excluded sections are removed completely', async () => {
  const { kernel, play, capture } = await opened()
  play('90 40 64', { portId: 'Secret Device' })
  await kernel.commands.attempt('fretboard.set-capo', { fret: 2 })
  const report = await capture()
  const quiet = tools.without(report, ['midi', 'settings'])
  expect(textOf(quiet)).not.toMatch(/Secret Device|"shown"|"kind":"settings"|"capo":2/)
  expect(textOf(report)).toContain('Secret Device')
})
