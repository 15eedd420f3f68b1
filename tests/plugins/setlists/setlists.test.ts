// Setlists: made, changed, removed and put back, each user's own.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '../../../src/core/auth/session.js'
import { createStore } from '../../../src/core/platform/store.js'
import { Setlists } from '../../../src/plugins/setlists/setlists.js'

const ENTRY = { song: 'blackbird~1', title: 'Blackbird', tempo: 90 }

let kept: ReturnType<typeof createStore<{ readonly kept: readonly unknown[] }>>
let session: ReturnType<typeof createStore<Session>>
let lists: Setlists
const loggedIn = (id: string) => ({ status: 'loggedIn', user: { id } }) as unknown as Session

beforeEach(() => {
  kept = createStore<{ readonly kept: readonly unknown[] }>({ kept: [] })
  session = createStore<Session>(loggedIn('ann'))
  const settings = { ...kept, change: (change: { kept: readonly unknown[] }) => kept.setState(change) }
  lists = new Setlists(settings as never, session)
  kept.subscribe(() => lists.lists.outdated())
  session.subscribe(() => lists.lists.outdated())
})

describe('a setlist', () => {
  it('is made with an id of its name, and a number where that is taken', () => {
    expect(lists.add(' Friday Gig ').id).toBe('friday-gig')
    expect([lists.add('Friday Gig').id, lists.add('木曜日').id]).toEqual(['friday-gig-2', 'setlist'])
    expect(() => lists.add('  ')).toThrow('Give the setlist a name.')
  })

  it('keeps its songs in their order, with tempo and section', () => {
    const { id } = lists.add('Gig')
    lists.change(id, { songs: [ENTRY, { ...ENTRY, from: 5, to: 8 }] })
    expect(lists.get(id).songs).toEqual([ENTRY, { ...ENTRY, from: 5, to: 8 }])
    lists.change(id, { name: 'Saturday' })
    expect(lists.get(id)).toMatchObject({ name: 'Saturday', songs: [ENTRY, { from: 5 }] })
  })

  it('is put back after its removal, once', () => {
    const { id } = lists.add('Gig')
    const restore = lists.remove(id)
    expect(() => lists.get(id)).toThrow('This setlist is gone')
    restore()
    restore()
    expect(lists.lists.getState().map(({ name }) => name)).toEqual(['Gig'])
  })

  it('is its user’s alone', () => {
    lists.add('Gig')
    session.setState(loggedIn('ben'))
    expect(lists.lists.getState()).toEqual([])
    lists.add('Gig')
    session.setState(loggedIn('ann'))
    expect([lists.lists.getState().length, kept.getState().kept.length]).toEqual([1, 2])
  })

  it('that cannot be read is left as it is, and does not affect the others', () => {
    kept.setState({ kept: [{ id: 'broken', songs: 7 }, 'nothing'] })
    const { id } = lists.add('Gig')
    lists.remove(id)
    expect(kept.getState().kept).toEqual([{ id: 'broken', songs: 7 }, 'nothing'])
  })
})
