import { expect, it } from 'vitest'
import { settle } from '../../../../src/core/platform/memory-platform.js'
import { ONCE } from '../../../../src/plugins/social/once.js'
import { linksOf } from '../../../../src/plugins/social/profiles/links.js'
import { problem, until } from '../../../core/http/fake-transport.js'
import { openSocial } from '../open-social.js'
import { ANNA, BERT, peopleServer, person, TIE_CALL } from './people-server.js'

const [anna, bert] = [person(ANNA, 'Anna'), person(BERT, 'Bert')]

async function openLinks() {
  const server = peopleServer()
  const { kernel, notices, sent } = await openSocial(server.answering)
  await kernel.host.activate('social')
  const links = kernel.get(ONCE)(linksOf)
  const tie = (id = ANNA) => links.view.getState().relationships[id]
  const tieCalls = () =>
    sent
      .filter(({ url }) => TIE_CALL.test(url))
      .map(({ method, url }) => `${method} ${url.split('/user/')[1]}`)
  /** Waits until no call is pending. */
  const quiet = async () => {
    for (let before = -1; before < sent.length; ) {
      before = sent.length
      for (let turn = 0; turn < 20; turn++) {
        await new Promise<void>(resolve => setImmediate(resolve))
        await settle()
      }
    }
  }
  links.merge([anna, bert], 0)
  return { kernel, server, links, tie, tieCalls, notices, quiet, sent }
}

it('a follow or block is visible before the server responds', async () => {
  const { links, server, tie, quiet } = await openLinks()
  await links.fetchCounts()
  const release = server.hold('/link/')
  links.set(anna, 'following')
  expect(tie()).toBe('following')
  expect(links.view.getState().counts).toMatchObject({ following: 1 })
  expect(server.relationships.get(ANNA)).toBeUndefined()
  release()
  await quiet()
  expect([tie(), server.relationships.get(ANNA)]).toEqual(['following', 'following'])
  expect(links.view.getState().counts).toMatchObject({ following: 1 })
})

it('a failed follow is reverted, and its notice gives the reason and offers a retry', async () => {
  const { links, server, tie, quiet, notices } = await openLinks()
  await links.fetchCounts()
  server.refuse = ({ url }) => (TIE_CALL.test(url) ? problem(500, 'internal_error') : undefined)
  links.set(anna, 'following')
  await quiet()
  expect(tie()).toBe('none')
  expect(links.view.getState().counts).toMatchObject({ following: 0 })
  expect(notices).toHaveLength(1)
  expect(notices[0]).toMatchObject({
    ...{ kind: 'error', code: 'internal_error', message: 'Couldn’t follow {{name}}. {{reason}}' },
    values: { name: 'Anna' },
    texts: {
      reason: { source: 'core', message: expect.stringContaining('The server is having a problem') },
    },
  })
  server.refuse = () => undefined
  notices[0]?.action?.run()
  await quiet()
  expect([tie(), server.relationships.get(ANNA)]).toEqual(['following', 'following'])
})

it.each([
  ['none', [`POST link/${ANNA}`, `DELETE link/${ANNA}`]],
  ['following', [`POST link/${ANNA}`]],
] as const)(
  'only the last of many quick follow changes (%s) is sent, one call at a time',
  async (last, calls) => {
    const { links, server, tie, tieCalls, quiet } = await openLinks()
    const release = server.hold('/link/')
    for (const wish of ['following', 'none', 'following', 'none', last] as const) links.set(anna, wish)
    await until(() => tieCalls().length === 1)
    expect(tie()).toBe(last)
    release()
    await quiet()
    expect(tieCalls()).toEqual(calls)
    expect(server.relationships.get(ANNA)).toBe(last)
    expect(tie()).toBe(last)
  },
)

it('a failed follow is not reported if it has been undone since', async () => {
  const { links, server, tie, quiet, notices } = await openLinks()
  const release = server.hold('/link/')
  server.refuse = ({ url }) => (TIE_CALL.test(url) ? problem(500, 'internal_error') : undefined)
  links.set(anna, 'following')
  links.set(anna, 'none')
  release()
  await quiet()
  expect([tie(), notices]).toEqual(['none', []])
})

it('unfollowing and blocking can be undone, and undoing a block restores the follow', async () => {
  const { links, server, tie, tieCalls, quiet, notices } = await openLinks()
  links.set(anna, 'following')
  await quiet()
  expect(notices).toEqual([])
  links.set(anna, 'none')
  await quiet()
  expect(notices.at(-1)).toMatchObject({
    message: 'You’re no longer following {{name}}.',
    action: { label: 'Undo' },
  })
  notices.at(-1)?.action?.run()
  await quiet()
  expect(tie()).toBe('following')
  links.set(anna, 'blocked')
  await quiet()
  expect(server.relationships.get(ANNA)).toBe('blocked')
  expect(notices.at(-1)).toMatchObject({ message: '{{name}} blocked.' })
  notices.at(-1)?.action?.run()
  await quiet()
  expect(tieCalls().slice(-2)).toEqual([`POST block/${ANNA}/0`, `POST link/${ANNA}`])
  expect(tie()).toBe('following')
})

it.each(['/summary/', '/link/'])('a follow is counted once even if one response is late (%s)', async late => {
  const { links, server, quiet } = await openLinks()
  await links.fetchCounts()
  const release = server.hold(late, 'answer')
  const counting = links.fetchCounts()
  links.set(anna, 'following')
  await quiet()
  expect(links.view.getState().counts).toMatchObject({ following: 1 })
  release()
  await counting
  await quiet()
  expect(links.view.getState().counts).toMatchObject({ following: 1 })
})

it('stale responses from before a newer change or during a pending call are ignored', async () => {
  const { links, server, tie, quiet } = await openLinks()
  const release = server.hold('/link/')
  const asked = links.view.getState().revision
  links.set(anna, 'following')
  links.merge([anna], links.view.getState().revision)
  expect(tie()).toBe('following')
  release()
  await quiet()
  links.merge([anna], asked)
  expect(tie()).toBe('following')
  links.merge([anna], links.view.getState().revision)
  expect(tie()).toBe('none')
})

it('a failed follow or block reloads the relationship from the server', async () => {
  const { links, server, tie, quiet, notices } = await openLinks()
  server.relationships.set(ANNA, 'blocked')
  server.refuse = ({ url }) => (url.includes('/link/') ? problem(403, 'forbidden') : undefined)
  links.set(anna, 'following')
  await quiet()
  expect(tie()).toBe('blocked')
  expect(notices[0]?.texts?.reason?.message).toMatch(/^You’ve blocked this person/)
  expect(notices[0]?.action).toBeUndefined()
})

it('logging out discards pending calls and undo actions', async () => {
  const { kernel, links, server, tie, tieCalls, quiet, notices } = await openLinks()
  links.set(bert, 'following')
  await quiet()
  links.set(bert, 'blocked')
  await quiet()
  const release = server.hold('/link/')
  links.set(anna, 'following')
  await until(() => tieCalls().length === 3)
  await kernel.auth.logout()
  expect([tie(), links.view.getState().counts]).toEqual([undefined, undefined])
  notices[0]?.action?.run()
  release()
  await quiet()
  expect([tieCalls().length, tie(), notices.length]).toEqual([3, undefined, 1])
})
