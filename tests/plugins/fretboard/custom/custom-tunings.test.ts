import { expect, it } from 'vitest'
import { CUSTOM_TUNINGS } from '../../../../src/plugins/fretboard/custom/custom-list.js'
import { IGNORED } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { NECK_VIEW } from '../../../../src/plugins/fretboard/tokens.js'
import { fretboardKernel } from '../fakes.js'

async function neck(stored: Record<string, string> = {}) {
  const context = await fretboardKernel(stored)
  const { kernel } = context
  kernel.commands.setContext('plan.tunings', true)
  return { ...context, view: kernel.get(NECK_VIEW), own: kernel.get(CUSTOM_TUNINGS).items }
}

const MINE = { strings: 'C2 G2 C3 G3 C4 Eb4', name: 'Sad C' }

it('a new tuning is selected immediately and stored under the tenant’s key', async () => {
  const { run, view, kernel, settings } = await neck()
  expect(await run('make-tuning', MINE)).toMatchObject({ ok: true })
  expect(view.getState().tuning).toMatchObject({ name: 'Sad C', strings: [63, 60, 55, 48, 43, 36] })
  expect(settings.getState().tuningId).toBe('own:sad-c')
  expect(JSON.parse(kernel.platform.storage.get('fretworkTunings') ?? '')).toMatchObject({
    kept: [{ id: 'sad-c', name: 'Sad C', code: 'C2.G2.C3.G3.C4.Eb4' }],
  })
})

it('removing a tuning can be undone, and the neck reports the tuning as missing until then', async () => {
  const { run, view, notices } = await neck()
  await run('make-tuning', MINE)
  await run('remove-tuning', { kept: 'sad-c' })
  expect(view.getState()).toMatchObject({
    tuning: { name: 'Standard' },
    ignored: [{ sentence: IGNORED.tuningGone, values: { tuning: 'sad-c' } }],
  })
  notices.at(-1)?.action?.run()
  expect(view.getState()).toMatchObject({ tuning: { name: 'Sad C' }, ignored: [] })
})

it.each(['E2 A2', 'E2 A2 D3 H3', 'E2 A2 D3 G3 B3 C10', Array(99).fill('E2').join(' '), 'EADGBE'])(
  'an invalid tuning is rejected: %s',
  async strings => {
    const { run, own } = await neck()
    expect(await run('make-tuning', { name: 'Odd', strings })).toMatchObject({ ok: false })
    expect(own.getState()).toEqual([])
  },
)

it('corrupt stored tunings are skipped and counted, and valid tunings are kept', async () => {
  const good = { id: 'good', user: '', name: 'Good', code: 'E2.A2.D3' }
  const kept = [{ ...good, code: 'E2' }, good, 'nonsense', good, { ...good, id: 'of-another', user: 'x' }]
  const { kernel, notices } = await fretboardKernel({
    fretworkTunings: JSON.stringify({ version: '1', kept }),
  })
  expect(
    kernel
      .get(CUSTOM_TUNINGS)
      .items.getState()
      .map(({ id }) => id),
  ).toEqual(['good'])
  expect(notices).toContainEqual(expect.objectContaining({ code: 'tunings_broken', values: { count: 3 } }))
})

const LINK = 'https://fretwork.example/fretboard?tuning=G4*5.D3.G3.B3.D4_Front+porch'

it('opening a link shows its tuning without changing the user’s settings', async () => {
  const { run, view, settings, own } = await neck()
  expect(await run('open-tuning-link', { link: LINK })).toMatchObject({ ok: true })
  expect(view.getState().tuning).toMatchObject({
    ...{ name: 'Front porch', strings: [62, 59, 55, 50, 67], begins: [0, 0, 0, 0, 5] },
  })
  expect([settings.getState().tuningId, own.getState()]).toEqual([0, []])
  await run('leave-link')
  expect(view.getState().tuning.name).toBe('Standard')
})
