import { afterEach, describe, expect, it } from 'vitest'
import { type ReportKernel, replayElsewhere, reportKernel, tools } from './report-kernel.js'

const open: ReportKernel[] = []
afterEach(() => {
  for (const { kernel } of open.splice(0)) kernel.dispose()
})

async function opened() {
  const made = await reportKernel()
  open.push(made)
  return made
}

describe('A problem report', () => {
  it('holds what was played, and what the neck showed after each message', async () => {
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

  it('is the same after it was written and read', async () => {
    const { play, capture } = await opened()
    play('90 40 64')
    const report = await capture()
    expect(tools.read(tools.write(report))).toEqual(JSON.parse(JSON.stringify(report)))
  })

  it('shows the same when it is replayed in another kernel', async () => {
    const { play, capture, kernel } = await opened()
    kernel.commands.setContext('loggedIn', true)
    kernel.commands.setContext('route', '/fretboard')
    await kernel.commands.attempt('fretboard.set-capo', { fret: 2 })
    for (const bytes of ['b0 40 7f', '90 40 64', '80 40 00', 'e0 00 50', '90 43 20', 'b0 40 00']) play(bytes)
    const report = await capture()
    const { report: again, notes } = await replayElsewhere(report)
    expect(notes).toEqual([])
    expect(tools.failures(again)).toEqual([])
    expect(tools.difference(report, again)).toBeUndefined()
    expect(again.steps.filter(({ kind }) => kind === 'midi').length).toBe(6)
  })

  it('has no failure where all is right', async () => {
    const { play, capture } = await opened()
    for (const bytes of ['90 40 64', '91 43 20', '91 43 00', 'ff', '90 20 7f']) play(bytes)
    expect(tools.failures(await capture())).toEqual([])
  })
})
