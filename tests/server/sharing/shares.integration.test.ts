// Shares: which library items other users can see.
import { expect, it } from 'vitest'
import { sharingWorld } from './sharing-world.js'

const world = await sharingWorld({ FRETWORK_LINKS_PER_MINUTE: '60' })
const [ada, ben, cleo] = [await world.person(), await world.person(), await world.person()]

const titles = (page: { readonly items: readonly { readonly title: string }[] }) =>
  page.items.map(({ title }) => title)

it('a share is visible to its recipients and can be opened with its file', async () => {
  const song = await ada.song('Blackbird')
  const shared = await ada.share(song.id, 'people', [ben])
  expect(shared).toMatchObject({ title: 'Blackbird', audience: 'people', people: [{ id: ben.id }] })
  expect(titles(await ben.get(`share/by/${ada.id}`))).toEqual(['Blackbird'])
  expect(titles(await ben.get('share/feed'))).toEqual(['Blackbird'])
  const opened = await ben.get(`share/${shared.id}`)
  expect(opened).toMatchObject({ kind: 'song', by: { id: ada.id } })
  expect(opened.fields).toEqual({ artist: 'Anon' })
  expect(opened.songs).toEqual([
    { id: song.id, title: 'Blackbird', file: 'Blackbird.mid', size: 100, hash: song.hash },
  ])
  const { bytes } = await ben.get(`share/${shared.id}/files/${song.hash}`)
  expect(Buffer.from(bytes, 'base64')).toEqual(song.bytes)
  expect(titles(await cleo.get(`share/by/${ada.id}`))).toEqual([])
  expect(await cleo.get(`share/${shared.id}`)).toBe('not_found')
  expect(await cleo.get(`share/${shared.id}/files/${song.hash}`)).toBe('not_found')
})

it('a public share appears on its owner’s profile and in followers’ feeds', async () => {
  const song = await ada.song('Autumn')
  await ada.share(song.id, 'public')
  expect(titles(await cleo.get(`share/by/${ada.id}`))).toContain('Autumn')
  expect(titles(await cleo.get('share/feed'))).not.toContain('Autumn')
  await cleo.follow(ada)
  expect(titles(await cleo.get('share/feed'))).toContain('Autumn')
  expect(titles(await ada.get('share/feed'))).not.toContain('Autumn')
})

it('changing a shared record updates its share’s version', async () => {
  await ada.record('Tunings.kept.1', 'open-d', { id: 'open-d', name: 'Open D', strings: 'D A D F# A D' })
  const shared = await ada.share('open-d', 'public', [], 'tuning')
  const before = await cleo.get(`share/${shared.id}`)
  expect(before.fields).toMatchObject({ name: 'Open D', strings: 'D A D F# A D' })
  await ada.owner.make({
    ...{ key: crypto.randomUUID(), kind: 'Tunings.kept.1', id: 'open-d', base: 1_000_000 },
    fields: { name: 'Vestapol' },
  })
  const after = await cleo.get(`share/${shared.id}`)
  expect(after.title).toBe('Vestapol')
  expect(after.version).toBeGreaterThan(before.version)
})

it('a shared setlist includes its songs, except other owners’ songs', async () => {
  const [first, second] = [await ada.song('One'), await ada.song('Two')]
  const foreign = await ben.song('Foreign')
  const songs = [first, second, foreign].map(({ id }) => ({ song: id, title: id, tempo: 90 }))
  await ada.record('Setlists.kept.1', 'gig', { id: 'gig', name: 'Gig', songs: [...songs, 'broken', null] })
  const shared = await ada.share('gig', 'people', [cleo], 'setlist')
  const opened = await cleo.get(`share/${shared.id}`)
  expect(opened.songs.map(({ title }: { title: string }) => title).sort()).toEqual(['One', 'Two'])
  expect((await cleo.get(`share/${shared.id}/files/${first.hash}`)).bytes).toBeTypeOf('string')
  expect(await cleo.get(`share/${shared.id}/files/${foreign.hash}`)).toBe('not_found')
})

it('a share disappears once it is made private, ended, or removed from the library', async () => {
  const song = await ada.song('Gone')
  const shared = await ada.share(song.id, 'people', [ben])
  await ada.share(song.id, 'private')
  expect(await ben.get(`share/${shared.id}`)).toBe('not_found')
  await ada.share(song.id, 'people', [ben])
  expect((await ben.get(`share/${shared.id}`)).title).toBe('Gone')
  await ada.owner.make({
    ...{ key: crypto.randomUUID(), kind: 'song', id: song.id, base: 1_000_000, fields: {} },
    as: 'removed',
  })
  expect(await ben.get(`share/${shared.id}`)).toBe('not_found')
  expect(titles(await ben.get('share/feed'))).not.toContain('Gone')
  expect(await ada.end(`share/${shared.id}`)).toBeUndefined()
  expect(await ada.end(`share/${shared.id}`)).toBe('not_found')
})

it('sharing requires a synced library and reachable recipients', async () => {
  expect(await ada.share('nothing', 'public')).toBe('not_synced')
  const song = await ada.song('Reach')
  const hidden = await world.person({ isPublic: false })
  expect(await ada.share(song.id, 'people', [hidden])).toBe('not_found')
  expect(await ada.share(song.id, 'people', [{ id: crypto.randomUUID() }])).toBe('not_found')
  await hidden.follow(ada)
  expect((await ada.share(song.id, 'people', [hidden])).people).toMatchObject([{ id: hidden.id }])
})

it('blocking a user hides earlier shares in both directions until the block is lifted', async () => {
  const [dora, emil] = [await world.person(), await world.person()]
  const song = await dora.song('Secret')
  const shared = await dora.share(song.id, 'people', [emil])
  const open = await dora.share((await dora.song('Open')).id, 'public')
  for (const blocker of [dora, emil]) {
    const other = blocker === dora ? emil : dora
    await blocker.block(other)
    expect(await emil.get(`share/${shared.id}`)).toBe('not_found')
    expect(await emil.get(`share/${shared.id}/files/${song.hash}`)).toBe('not_found')
    expect(await emil.get(`share/${open.id}`)).toBe('not_found')
    // The blocking user's profile is hidden, and the blocked user's has no shares.
    expect(await emil.get(`share/by/${dora.id}`)).toEqual(blocker === dora ? 'not_found' : { items: [] })
    expect(titles(await emil.get('share/feed'))).toEqual([])
    expect((await dora.get('share/mine')).items.flatMap(({ people }: { people: [] }) => people)).toEqual([])
    await blocker.block(other, false)
    expect((await emil.get(`share/${shared.id}`)).title).toBe('Secret')
  }
})

it('a share link works without an account for a limited number of views', async () => {
  const song = await ada.song('Linked')
  const shared = await ada.share(song.id, 'private')
  const link = await ada.post(`share/${shared.id}/links`, { days: 2, views: 2 })
  const opened = await world.visit('POST', link.token)
  expect(opened).toMatchObject({ title: 'Linked', by: { id: ada.id }, public: false })
  const file = await world.visit('GET', `${link.token}/files/${song.hash}`)
  expect(Buffer.from(file.bytes, 'base64')).toEqual(song.bytes)
  expect((await world.visit('POST', link.token)).title).toBe('Linked')
  expect(await world.visit('POST', link.token)).toBe('not_found')
  expect((await ada.get('share/mine')).items[0].links).toMatchObject([{ id: link.id, viewsLeft: 0 }])
})

it('two simultaneous visitors can’t both use the last view of a share link', async () => {
  const person = await world.person()
  const shared = await person.share((await person.song('Last')).id, 'private')
  const { token } = await person.post(`share/${shared.id}/links`, { days: 1, views: 1 })
  const answers = await Promise.all([world.visit('POST', token), world.visit('POST', token)])
  expect(answers.filter(answer => answer === 'not_found')).toHaveLength(1)
})

it('a share link ends when it is revoked or its target is removed', async () => {
  const person = await world.person()
  const shared = await person.share((await person.song('Revoked')).id, 'public')
  const [first, second] = [
    await person.post(`share/${shared.id}/links`, { days: 1 }),
    await person.post(`share/${shared.id}/links`, { days: 1 }),
  ]
  expect((await world.visit('POST', first.token)).public).toBe(true)
  expect(await ada.end(`share/${shared.id}/links/${first.id}`)).toBe('not_found')
  expect(await person.end(`share/${shared.id}/links/${first.id}`)).toBeUndefined()
  expect(await world.visit('POST', first.token)).toBe('not_found')
  expect((await world.visit('POST', second.token)).title).toBe('Revoked')
  await person.end(`share/${shared.id}`)
  expect(await world.visit('POST', second.token)).toBe('not_found')
  expect(await person.post(`share/${shared.id}/links`, { days: 1 })).toBe('not_found')
})

it('a share is limited to ten links, and views are limited per network address and minute', async () => {
  const person = await world.person()
  const shared = await person.share((await person.song('Many')).id, 'private')
  const links = []
  for (let nth = 0; nth < 10; nth += 1) links.push(await person.post(`share/${shared.id}/links`, { days: 1 }))
  expect(await person.post(`share/${shared.id}/links`, { days: 1 })).toBe('sharing_full')
  world.server.clock.now += 60_001
  const answers = new Set<string>()
  for (let nth = 0; nth < 61; nth += 1) {
    const answer = await world.visit('POST', 'A'.repeat(43))
    answers.add(answer)
  }
  expect([...answers]).toEqual(['not_found', 'rate_limited'])
  world.server.clock.now += 60_001
})

it('a share report is kept after its share ends so that the review continues', async () => {
  const person = await world.person()
  const song = await person.song('Stolen twice')
  await person.record('Setlists.kept.1', 'loot', { name: 'Loot', songs: [{ song: song.id }] })
  const list = await person.share('loot', 'public', [], 'setlist')
  expect((await ben.get(`share/${list.id}`)).songs).toHaveLength(1)
  const shared = await person.share(song.id, 'public')
  await ben.post(`share/${shared.id}/reports`, { reason: 'copyright', note: 'Mine.' })
  expect(await person.end(`share/${shared.id}`)).toBeUndefined()
  expect(await ben.get(`share/${shared.id}`)).toBe('not_found')
  const admin = await world.person({ roles: ['Admin'] })
  const open = (await admin.get('admin/reports')).items
  const mine = open.find((each: { about: { id: string } }) => each.about.id === shared.id)
  await admin.post(`admin/reports/${mine.id}`, { outcome: 'removed' })
  expect(await person.share(song.id, 'public')).toBe('share_removed')
  // The same file under another name is the same song; a different file is not.
  const file = { file: 'new.mid', size: song.bytes.length, hash: song.hash, tracks: [1] }
  await person.record('song', 'mine-now~1', { name: 'Mine now', ...file })
  expect(await person.share('mine-now~1', 'public')).toBe('share_removed')
  expect((await person.share((await person.song('My own')).id, 'public')).audience).toBe('public')
  // The setlist no longer contains it either.
  expect((await ben.get(`share/${list.id}`)).songs).toEqual([])
})

it('a share stores at most twenty anonymous reports', async () => {
  const person = await world.person()
  const song = await person.song('Disliked')
  const shared = await person.share(song.id, 'public')
  const { token } = await person.post(`share/${shared.id}/links`, { days: 1 })
  for (let round = 0; round < 22; round += 1) {
    // Reports are sent at the maximum allowed rate.
    world.server.clock.now += 15_000
    await world.visit('POST', `${token}/reports`, { reason: 'other', note: String(round) })
  }
  const admin = await world.person({ roles: ['Admin'] })
  const { items } = await admin.get('admin/reports')
  const mine = items.filter((each: { about: { id: string } }) => each.about.id === shared.id)
  expect(mine).toHaveLength(20)
  await admin.post(`admin/reports/${mine[0].id}`, { outcome: 'kept' })
})

it('admins see share reports and can remove a reported share for everyone', async () => {
  const [admin, person] = [await world.person({ roles: ['Admin'] }), await world.person()]
  const song = await person.song('Stolen')
  const shared = await person.share(song.id, 'public')
  const { token } = await person.post(`share/${shared.id}/links`, { days: 1 })
  await ben.post(`share/${shared.id}/reports`, { reason: 'copyright', note: 'Mine.' })
  await ben.post(`share/${shared.id}/reports`, { reason: 'copyright', note: 'It is mine.' })
  world.server.clock.now += 1
  await world.visit('POST', `${token}/reports`, { reason: 'other', note: '' })
  expect(await ben.get('admin/reports')).toBe('forbidden')
  const { items } = await admin.get('admin/reports')
  expect(items).toMatchObject([
    { reason: 'copyright', note: 'It is mine.', reporter: { id: ben.id }, about: { title: 'Stolen' } },
    { reason: 'other', about: { by: { id: person.id } } },
  ])
  expect(items[1].reporter).toBeUndefined()
  expect(await ben.post(`admin/reports/${items[0].id}`, { outcome: 'kept' })).toBe('forbidden')
  expect(await admin.post(`admin/reports/${items[0].id}`, { outcome: 'removed' })).toBeUndefined()
  expect((await admin.get('admin/reports')).items).toEqual([])
  expect(await ben.get(`share/${shared.id}`)).toBe('not_found')
  expect(await world.visit('POST', token)).toBe('not_found')
  expect((await person.get('share/mine')).items).toMatchObject([{ removed: true, links: [] }])
  expect(await person.share(song.id, 'public')).toBe('share_removed')
  expect(await person.end(`share/${shared.id}`)).toBe('share_removed')
  expect((await admin.get('admin/audit/?action=share.report')).items.slice(0, 1)).toMatchObject([
    { action: 'share.report-removed', subject: shared.id, actor: admin.id },
  ])
})

it('dismissing a report leaves the share unchanged', async () => {
  const admin = await world.person({ roles: ['Admin'] })
  const shared = await ada.share((await ada.song('Fine')).id, 'public')
  await ben.post(`share/${shared.id}/reports`, { reason: 'spam', note: '' })
  const [item] = (await admin.get('admin/reports')).items
  await admin.post(`admin/reports/${item.id}`, { outcome: 'kept' })
  expect((await ben.get(`share/${shared.id}`)).title).toBe('Fine')
  expect(await admin.post(`admin/reports/${item.id}`, { outcome: 'kept' })).toBe('not_found')
})

it('a share link expires after a limited number of days', async () => {
  const song = await ada.song('Days')
  const shared = await ada.share(song.id, 'private')
  const link = await ada.post(`share/${shared.id}/links`, { days: 1 })
  expect(link).toMatchObject({ viewsLeft: null })
  expect((await world.visit('POST', link.token)).title).toBe('Days')
  world.server.clock.now += 24 * 60 * 60_000 + 1
  expect(await world.visit('POST', link.token)).toBe('not_found')
  expect(await world.visit('GET', `${link.token}/files/${song.hash}`)).toBe('not_found')
})
