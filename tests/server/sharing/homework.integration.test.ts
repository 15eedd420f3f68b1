// Homework: assignments, responses, takes, comments and groups.
import { beforeEach, describe, expect, it } from 'vitest'
import { ANSWER_BYTES } from '../../../server/http/answer-page.js'
import { mailBox } from '../support/mail-box.js'
import { deleteExpired } from '../support/test-database.js'
import { API, type Person, sharingWorld, TAKE, TASK } from './sharing-world.js'

const DAY_MS = 86_400_000
const world = await sharingWorld()
const box = mailBox(world.db.database, world.server.clock)
const emails = async () => (await box.collect()).map(({ to, template }) => [template, to])
let teacher: Person
let student: Person
let other: Person

beforeEach(async () => {
  teacher = await world.person()
  student = await world.person()
  other = await world.person()
  await student.follow(teacher)
  await other.follow(teacher)
  await box.collect()
})

const received = async (person: Person) => (await person.get('homework/received')).items

/** Assigns a new song. */
async function given(to: readonly Person[] = [student], more: object = {}, by = teacher) {
  const song = await by.song('Etude')
  const id = crypto.randomUUID()
  const body = { id, song: song.id, ...TASK, people: to.map(each => each.id), ...more }
  return { song, body, url: `homework/${id}`, assignment: await by.post('homework/', body) }
}
const accept = (id: string, sendTakes = true) =>
  student.post(`homework/${id}/answer`, { state: 'accepted', sendTakes })
/** Assigns a new song that the student accepts. */
async function accepted(to?: readonly Person[], more?: object) {
  const made = await given(to, more)
  await accept(made.body.id)
  return made
}
const fresh = (body: object, more: object = {}) => ({ ...body, id: crypto.randomUUID(), ...more })
const comment = (text: string) => fresh({ student: student.id, text })

describe('homework invitations', () => {
  it('homework shows its note only to group members and its file only after acceptance', async () => {
    const { song, body, assignment } = await given([student], { from: 8, to: 5 })
    expect(assignment).toMatchObject({ title: 'Practice', task: { from: 5, to: 8, tempo: 80, loop: true } })
    expect((await teacher.post('homework/', body)).id).toBe(body.id)
    const invitation = {
      ...{ id: body.id, title: 'Practice', givenAt: assignment.givenAt, teacher: assignment.teacher },
      news: true,
      task: { song: song.id, from: 5, to: 8, tempo: 80, loop: true, note: '', list: [] },
      students: [{ person: expect.anything(), state: 'given', sendsTakes: false, takes: 0 }],
    }
    expect(await received(student)).toEqual([invitation])
    const url = `homework/${body.id}`
    expect(await student.get(url)).toEqual({ assignment: invitation, takes: [], comments: [] })
    expect(await student.get(`${url}/file`)).toBe('not_found')
    const text = comment('Hello?')
    for (const writer of [teacher, student])
      expect(await writer.post(`${url}/comments`, text)).toBe('not_found')
    const group = crypto.randomUUID()
    await teacher.ask('PUT', `groups/${group}`, { name: 'Class', members: [] })
    const { code } = await teacher.post(`groups/${group}/code`)
    await student.post('groups/join', { code })
    expect((await student.get(url)).assignment.task).toEqual({ ...invitation.task, note: 'Slowly.' })
    await accept(body.id)
    expect(await received(student)).toMatchObject([{ task: { note: 'Slowly.', hash: song.hash } }])
    const { bytes } = await student.get(`${url}/file`)
    expect(Buffer.from(bytes, 'base64')).toEqual(song.bytes)
  })

  it('by default, students accept invitations from users they follow', async () => {
    const stranger = await world.person()
    expect((await given([stranger])).assignment).toBe('not_found')
    const group = { name: 'Join us', members: [stranger.id] }
    expect(await teacher.ask('PUT', `groups/${crypto.randomUUID()}`, group)).toBe('not_found')
    expect(await stranger.get('homework/inviters')).toEqual({ from: 'following', mail: true })
    await stranger.follow(teacher)
    expect((await given([stranger])).assignment.title).toBe('Practice')
  })

  it('students can limit homework invitations to their own teachers, or turn them off', async () => {
    const { body } = await given()
    const again = () => teacher.post('homework/', fresh(body))
    await student.ask('PUT', 'homework/inviters', { from: 'teachers' })
    expect(await again()).toBe('not_found')
    await accept(body.id)
    await student.ask('DELETE', `user/link/${teacher.id}`)
    expect(await again()).toMatchObject({ title: 'Practice' })
    await student.ask('PUT', 'homework/inviters', { from: 'nobody' })
    expect(await again()).toBe('not_found')
    const refused = fresh(body, { people: [student.id, crypto.randomUUID()] })
    const answer = await world.server.send(`${API}/homework/`, { jwt: teacher.owner.jwt, body: refused })
    const path = 'body'
    expect(answer.json().errors).toEqual([
      { path, message: expect.any(String), values: { name: expect.any(String) } },
      { path, message: expect.any(String) },
    ])
    expect(await received(student)).toHaveLength(2)
  })

  it('a reported invitation is shown to admins with its note and can be removed', async () => {
    const { body } = await given([student, other])
    const admin = await world.person({ roles: ['Admin'] })
    const url = `homework/${body.id}`
    expect(await admin.post(`${url}/reports`, { reason: 'spam', note: '' })).toBe('not_found')
    await student.post(`${url}/reports`, { reason: 'spam', note: '' })
    await student.post(`${url}/reports`, { reason: 'offensive', note: 'Rude.' })
    await student.block(teacher)
    expect(await received(student)).toEqual([])
    // Withdrawing an assignment does not end the admins' review.
    expect([await teacher.end(url), (await teacher.get('homework/given')).items]).toEqual([undefined, []])
    await deleteExpired(world.db.database, world.server.clock.now + 31 * DAY_MS)
    const { items } = await admin.get('admin/reports')
    expect(items).toMatchObject([
      {
        ...{ reason: 'offensive', note: 'Rude.', reporter: { id: student.id } },
        about: { kind: 'homework', title: 'Practice', text: 'Slowly.', by: { id: teacher.id } },
      },
    ])
    await admin.post(`admin/reports/${items[0].id}`, { outcome: 'removed' })
    expect((await admin.get('admin/reports')).items).toEqual([])
    expect(await teacher.get(url)).toBe('not_found')
    const audit = await admin.get('admin/audit/?action=homework.report')
    expect(audit.items).toMatchObject([{ action: 'homework.report-removed', subject: body.id }])
  })
})

describe('assignments', () => {
  it('takes are visible only to the teacher and only while the student shares them', async () => {
    const { body, url } = await given()
    expect(await student.post(`${url}/takes`, TAKE)).toBe('takes_not_shared')
    await accept(body.id, false)
    expect(await student.post(`${url}/takes`, TAKE)).toBe('takes_not_shared')
    await accept(body.id)
    await student.post(`${url}/takes`, TAKE)
    await student.post(`${url}/takes`, TAKE)
    // PostgreSQL can't store year 0.
    expect(await student.post(`${url}/takes`, { ...TAKE, at: '0000-01-01T00:00:00Z' })).toBe('invalid_input')
    const seen = await teacher.get(url)
    expect(seen.takes).toEqual([{ ...TAKE, student: student.id, hasMidi: false }])
    expect(seen.assignment.students).toMatchObject([{ state: 'accepted', takes: 1, best: 0.75 }])
    await accept(body.id, false)
    expect((await teacher.get(url)).takes).toEqual([])
    expect((await teacher.get('homework/given')).items[0].students).toMatchObject([{ takes: 0 }])
    expect((await student.get(url)).takes).toHaveLength(1)
  })

  it('an assignment can have a track, a due date, setlist songs and included songs', async () => {
    const second = await teacher.song('Second')
    const list = [
      { song: second.id, title: 'Second', from: 3, tempo: 60 },
      { song: 'included:greensleeves', title: 'Greensleeves' },
    ]
    const { body, song } = await accepted([student], { list, track: 2, due: '2026-12-04' })
    const [{ task }] = await received(student)
    expect(task).toMatchObject({ track: 2, due: '2026-12-04', hash: song.hash })
    expect(task.list).toMatchObject([{ ...list[0], hash: second.hash, file: 'Second.mid' }, list[1]])
    const files = `homework/${body.id}/file?song=`
    const { bytes } = await student.get(`${files}${encodeURIComponent(second.id)}`)
    expect(Buffer.from(bytes, 'base64')).toEqual(second.bytes)
    expect(await student.get(`${files}included:greensleeves`)).toBe('not_found')
    const wrong = fresh(body)
    expect(await teacher.post('homework/', { ...wrong, list: [{ song: 'none', title: 'None' }] })).toBe(
      'not_synced',
    )
    expect(await teacher.post('homework/', { ...wrong, due: '0000-01-01' })).toBe('invalid_input')
    expect(await teacher.post('homework/', { ...wrong, song: 'included:greensleeves' })).toMatchObject({
      title: 'Practice',
    })
  })

  it('an assignment sends each student one email, and unseen takes and comments send only one', async () => {
    const { body, url } = await given([student, other])
    const about = () => comment('Slower.')
    const invitations = (await box.collect()).map(({ template, values }) => [template, values.note])
    expect(invitations).toEqual(Array(2).fill(['homework-assigned', '']))
    expect(await student.get('homework/news')).toEqual({ received: 1, given: 0 })
    await student.post(`${url}/seen`)
    expect(await student.get('homework/news')).toEqual({ received: 0, given: 0 })
    await accept(body.id)
    for (const id of ['take-1', 'take-2']) await student.post(`${url}/takes`, { ...TAKE, id })
    await student.post(`${url}/comments`, about())
    expect(await emails()).toEqual([['homework-take', teacher.owner.email]])
    expect(await teacher.get('homework/news')).toEqual({ received: 0, given: 1 })
    expect((await teacher.get('homework/given')).items[0].news).toBe(true)
    for (const _time of [1, 2]) await teacher.post(`${url}/comments`, comment('Slower '.repeat(100)))
    const [mail, ...more] = await box.collect()
    expect([mail?.template, mail?.to, more]).toEqual(['homework-comment', student.owner.email, []])
    expect(mail?.values.text).toMatch(/^(Slower ){71}Slo …$/)
    await teacher.post(`${url}/seen`)
    await student.ask('PUT', 'homework/inviters', { from: 'following', mail: false })
    await student.post(`${url}/seen`)
    await teacher.post(`${url}/comments`, about())
    await student.post(`${url}/comments`, about())
    expect(await emails()).toEqual([['homework-comment', teacher.owner.email]])
    expect(await (await world.person({}, 'other')).post(`${url}/seen`)).toBe('not_found')
  })

  it('changing the note or due date keeps the takes and marks the assignment as updated', async () => {
    const { url } = await accepted([student, other], { due: '2020-01-01' })
    await other.post(`${url}/answer`, { state: 'declined', sendTakes: false })
    await student.post(`${url}/takes`, TAKE)
    for (const person of [student, other]) await person.post(`${url}/seen`)
    await box.collect()
    const change = (due: string | undefined, note: string, person = teacher) =>
      person.ask('PUT', url, { due, note })
    expect(await change('2020-01-01', 'Slower.')).toMatchObject({ task: { note: 'Slower.' } })
    expect(await emails()).toEqual([['homework-moved', student.owner.email]])
    await student.post(`${url}/seen`)
    expect(await change('2020-01-02', 'Late.')).toBe('invalid_input')
    expect(await change('2030-01-01', 'Mine.', student)).toBe('not_found')
    for (const due of ['2030-01-01', '2030-01-02']) await change(due, 'Slower.')
    expect(await emails()).toEqual([['homework-moved', student.owner.email]])
    expect(await received(other)).toMatchObject([{ news: false }])
    expect(await student.get(url)).toMatchObject({
      assignment: { news: true, task: { due: '2030-01-02', note: 'Slower.' }, students: [{ takes: 1 }] },
    })
    expect((await change(undefined, 'Slower.')).task.due).toBeUndefined()
  })

  it('a withdrawn assignment is shown until the student has seen it, for at most 30 days', async () => {
    const { body, url } = await accepted([student, other])
    await student.post(`${url}/takes`, TAKE)
    await student.post(`${url}/seen`)
    await box.collect()
    expect([await teacher.end(url), await teacher.end(url)]).toEqual([undefined, 'not_found'])
    // A student who has already recorded a take gets no email.
    expect(await emails()).toEqual([['homework-withdrawn', other.owner.email]])
    expect(await teacher.get(url)).toBe('not_found')
    expect(await student.get('homework/news')).toEqual({ received: 0, given: 0 })
    const [seen] = await received(student)
    expect(seen).toMatchObject({ news: true, students: [{ state: 'withdrawn' }] })
    expect(await student.get(url)).toEqual({ assignment: seen, takes: [], comments: [] })
    expect([await accept(body.id), await student.get(`${url}/file`)]).toEqual(['not_found', 'not_found'])
    await student.post(`${url}/seen`)
    expect([await received(student), await student.get(url)]).toEqual([[], 'not_found'])
    expect(await received(other)).toHaveLength(1)
    await deleteExpired(world.db.database, world.server.clock.now + 31 * DAY_MS)
    expect(await received(other)).toEqual([])
  })

  it('the teacher can play the latest takes while the student shares them', async () => {
    const { body, url } = await accepted()
    const midi = Buffer.from('MThd').toString('base64')
    for (let nth = 0; nth <= 20; nth += 1)
      await student.post(`${url}/takes`, {
        ...TAKE,
        id: `take-${nth}`,
        at: `2026-11-28T10:00:${nth + 10}Z`,
        midi,
      })
    const heard = (nth: number, person = teacher) => person.get(`${url}/takes/${student.id}?take=take-${nth}`)
    expect([await heard(20), await heard(20, student), await heard(0)]).toEqual([
      { bytes: midi },
      { bytes: midi },
      'not_found',
    ])
    expect((await teacher.get(url)).takes.filter((take: { hasMidi: boolean }) => take.hasMidi)).toHaveLength(
      20,
    )
    for (const wrong of ['?', 'A'.repeat(70_000)])
      expect(await student.post(`${url}/takes`, { ...TAKE, midi: wrong })).toBe('invalid_input')
    await accept(body.id, false)
    expect([await heard(20), await heard(20, other)]).toEqual(['not_found', 'not_found'])
  })

  it('students with the same assignment do not see each other', async () => {
    const { body } = await accepted([student, other])
    await student.post(`homework/${body.id}/takes`, TAKE)
    const seen = await other.get(`homework/${body.id}`)
    expect(seen.takes).toEqual([])
    expect(seen.assignment.students).toMatchObject([{ person: { id: other.id } }])
    const about = comment('Hm')
    expect(await other.post(`homework/${body.id}/comments`, about)).toBe('not_found')
  })

  it('homework comments can refer to bars', async () => {
    const { body } = await accepted()
    const url = `homework/${body.id}/comments`
    const question = { ...comment('Which finger?'), bar: 5 }
    expect(await student.post(url, question)).toMatchObject({ bar: 5, by: { id: student.id } })
    await student.post(url, question)
    world.server.clock.now += 1
    await teacher.post(url, comment('The third.'))
    expect((await teacher.get(`homework/${body.id}`)).comments).toMatchObject([
      { text: 'The third.', by: { id: teacher.id } },
      { text: 'Which finger?' },
    ])
  })

  it('an assignment that the student declined or left rejects takes and comments', async () => {
    const { body } = await given()
    for (const state of ['declined', 'left'] as const) {
      await student.post(`homework/${body.id}/answer`, { state, sendTakes: true })
      expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
      expect(await student.post(`homework/${body.id}/takes`, TAKE)).toBe('takes_not_shared')
      const text = comment('Hello?')
      expect(await teacher.post(`homework/${body.id}/comments`, text)).toBe('not_found')
    }
  })

  it('every call treats another user’s assignment as unknown', async () => {
    const { body, url } = await given()
    const stranger = await world.person({}, 'other')
    for (const outsider of [other, stranger]) {
      expect(await outsider.get(url)).toBe('not_found')
      expect(await outsider.get(`${url}/file`)).toBe('not_found')
      expect(await outsider.post(`${url}/answer`, { state: 'accepted', sendTakes: true })).toBe('not_found')
      expect(await outsider.post(`${url}/takes`, TAKE)).toBe('not_found')
      expect([await outsider.end(url), await received(outsider)]).toEqual(['not_found', []])
    }
    expect(await student.end(url)).toBe('not_found')
    expect(await other.post('homework/', { ...body, people: [student.id] })).toBe('not_found')
  })

  it('blocking a user hides assignments from both users until the block is lifted', async () => {
    const { body, url } = await accepted()
    await student.post(`${url}/takes`, TAKE)
    await student.block(teacher)
    expect([await student.get(url), await student.get(`${url}/file`)]).toEqual(['not_found', 'not_found'])
    expect(await received(student)).toEqual([])
    expect(await teacher.get(url)).toMatchObject({ takes: [], assignment: { students: [] } })
    expect(await teacher.post('homework/', fresh(body))).toBe('not_found')
    await student.block(teacher, false)
    expect((await student.get(url)).takes).toHaveLength(1)
  })

  it('removing a song leaves its assignment without a file until the teacher withdraws it', async () => {
    const { body, song } = await accepted()
    await teacher.owner.make({
      ...{ key: crypto.randomUUID(), kind: 'song', id: song.id, base: 1_000_000, fields: {} },
      as: 'removed',
    })
    const [{ task }] = await received(student)
    expect(task).toMatchObject({ note: 'Slowly.' })
    expect([task.hash, await student.get(`homework/${body.id}/file`)]).toEqual([undefined, 'not_found'])
    await teacher.end(`homework/${body.id}`)
    expect(await received(student)).toMatchObject([{ students: [{ state: 'withdrawn' }] }])
  })

  it('a song removed by admins can be neither assigned nor opened in earlier assignments', async () => {
    const admin = await world.person({ roles: ['Admin'] })
    const { song, body } = await given()
    const shared = await teacher.share(song.id, 'public')
    await student.post(`share/${shared.id}/reports`, { reason: 'copyright', note: 'Mine.' })
    const [open] = (await admin.get('admin/reports')).items
    await admin.post(`admin/reports/${open.id}`, { outcome: 'removed' })
    expect(await received(student)).toMatchObject([{ title: TASK.title }])
    expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
    const again = fresh(body)
    expect(await teacher.post('homework/', again)).toBe('share_removed')
  })

  it('homework responses are limited in size and continue at a cursor, without duplicates', async () => {
    const { url } = await accepted()
    const byBar = Array.from({ length: 5000 }, (_, index) => ({
      bar: index + 1,
      written: 9,
      right: index % 10,
    }))
    for (let nth = 0; nth < 20; nth += 1)
      await student.post(`${url}/takes`, { ...TAKE, id: `take-${nth}`, byBar })
    for (let nth = 0; nth < 90; nth += 1) await teacher.post(`${url}/comments`, comment('字'.repeat(2000)))
    const seen: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const page = await teacher.get(cursor === '' ? url : `${url}?cursor=${cursor}`)
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(ANSWER_BYTES)
      seen.push(...[...page.takes, ...page.comments].map(({ id }: { id: string }) => id))
      for (const take of page.takes)
        expect(take.byBar.map(({ right }: { right: number }) => right)).toEqual(Array(8).fill(0))
      cursor = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([110, 110])
    expect((await teacher.get('homework/given')).items[0].students).toMatchObject([{ takes: 20, best: 0.75 }])
  })

  it('an assignment or comment sent twice in parallel is stored once', async () => {
    const { body } = await accepted()
    const one = comment('Well.')
    const sent = await Promise.all([1, 2, 3].map(() => teacher.post(`homework/${body.id}/comments`, one)))
    expect(sent.map(({ id }) => id)).toEqual([one.id, one.id, one.id])
    expect((await student.get(`homework/${body.id}`)).comments).toHaveLength(1)
  })

  it('an assignment requires a synced song and a student who accepts invitations', async () => {
    const { body } = await given()
    expect(await teacher.post('homework/', fresh(body, { song: 'nothing' }))).toBe('not_synced')
    const hidden = await world.person({ isPublic: false })
    for (const people of [[], [teacher.id], [hidden.id]])
      expect(await teacher.post('homework/', fresh(body, { people }))).toBe('not_found')
  })
})

describe('student groups', () => {
  const save = (id: string, members: readonly Person[], name = 'Beginners') =>
    teacher.ask('PUT', `groups/${id}`, { name, members: members.map(each => each.id) })

  it('assigning homework to a group assigns it to all members', async () => {
    const id = crypto.randomUUID()
    expect((await save(id, [student, other])).members).toHaveLength(2)
    const { assignment } = await given([], { group: id })
    expect(assignment).toMatchObject({ task: { group: 'Beginners' } })
    expect(assignment.students).toHaveLength(2)
    expect(await received(other)).toHaveLength(1)
    expect((await other.get('groups/')).items).toMatchObject([
      { name: 'Beginners', members: [{ id: other.id }] },
    ])
  })

  it('leaving a group is permanent and ends its assignments', async () => {
    const id = crypto.randomUUID()
    await save(id, [student, other])
    const { body } = await accepted([], { group: id })
    await student.post(`groups/${id}/leave`)
    expect((await student.get('groups/')).items).toEqual([])
    expect(await received(student)).toEqual([])
    expect(await student.get(`homework/${body.id}`)).toBe('not_found')
    expect(await accept(body.id)).toBe('not_found')
    expect(await received(other)).toHaveLength(1)
    expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
    expect((await save(id, [student, other])).members).toMatchObject([{ id: other.id }])
    expect(await student.post(`groups/${id}/leave`)).toBe('not_found')
  })

  it('only a group’s teacher can access it', async () => {
    const id = crypto.randomUUID()
    for (const name of [' ', '\u202eG']) expect(await save(id, [student], name)).toBe('invalid_input')
    await save(id, [student])
    expect(await other.ask('PUT', `groups/${id}`, { name: 'Mine', members: [] })).toBe('not_found')
    expect(await other.end(`groups/${id}`)).toBe('not_found')
    expect(await student.end(`groups/${id}`)).toBe('not_found')
    expect(await teacher.end(`groups/${id}`)).toBeUndefined()
    expect((await student.get('groups/')).items).toEqual([])
  })

  it('group members stay until the teacher removes them', async () => {
    const id = crypto.randomUUID()
    await save(id, [student])
    expect(await save(id, [other], 'Advanced')).toMatchObject({ name: 'Advanced', members: [{}, {}] })
    const member = `groups/${id}/members/${student.id}`
    for (const outsider of [student, other]) expect(await outsider.end(member)).toBe('not_found')
    expect([await teacher.end(member), await teacher.end(member)]).toEqual([undefined, 'not_found'])
    expect((await teacher.get('groups/')).items).toMatchObject([{ members: [{ id: other.id }] }])
    expect((await save(id, [student])).members).toHaveLength(2)
  })

  it('a group hides members who block the teacher', async () => {
    const id = crypto.randomUUID()
    await save(id, [student, other])
    await student.block(teacher)
    expect((await teacher.get('groups/')).items[0].members).toMatchObject([{ id: other.id }])
    expect((await student.get('groups/')).items).toEqual([])
    const { assignment } = await given([], { group: id })
    expect(assignment.students).toMatchObject([{ person: { id: other.id } }])
  })
})

describe('join codes', () => {
  let tutor: Person
  let id: string
  let code: string
  const join = (person: Person, typed = code) => person.post('groups/join', { code: typed })
  /** Requests an invitation without logging in. */
  const invitation = async (typed: string, tenant = 'fretwork') => {
    const answer = await world.server.send(`${API}/groups/invitation`, { tenant, body: { code: typed } })
    return answer.statusCode < 300 ? answer.json() : answer.json().code
  }
  const members = async () => (await tutor.get('groups/')).items[0].members

  beforeEach(async () => {
    tutor = await world.person({ isPublic: false, roles: ['Teacher'] })
    student = await world.person({ isPublic: false })
    id = crypto.randomUUID()
    await tutor.ask('PUT', `groups/${id}`, { name: '4a', members: [] })
    code = (await tutor.post(`groups/${id}/code`)).code
  })

  it('a join code shows the group and its teacher, and admits users without a public profile', async () => {
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    const group = {
      id,
      name: '4a',
      teacher: { id: tutor.id, name: expect.any(String), handle: tutor.handle },
    }
    expect(await student.post('groups/by-code', { code: typed })).toEqual(group)
    expect(await invitation(typed)).toEqual({ group: '4a', name: expect.any(String) })
    expect(await members()).toEqual([])
    for (const _time of [1, 2]) expect(await join(student, typed)).toEqual(group)
    expect(await join(tutor)).toEqual(group)
    expect(await members()).toMatchObject([{ id: student.id, name: expect.any(String) }])
    const seen = await student.get('groups/')
    expect(seen.items).toMatchObject([{ id, members: [{ id: student.id }] }])
    expect(seen.items[0].code).toBeUndefined()
    await student.post(`groups/${id}/leave`)
    expect(await members()).toEqual([])
    await join(student)
    expect(await members()).toHaveLength(1)
  })

  it('joining a group makes its owner a teacher of the student until the student leaves', async () => {
    await student.ask('PUT', 'homework/inviters', { from: 'teachers' })
    await join(student)
    const give = async (to: Person[], more?: object) => (await given(to, more, tutor)).assignment
    expect((await give([], { group: id })).students).toMatchObject([{ person: { id: student.id } }])
    expect((await give([student])).students).toHaveLength(1)
    await student.post(`groups/${id}/leave`)
    expect(await give([student])).toBe('not_found')
  })

  it('a join code can be emailed to any address a limited number of times per day', async () => {
    const invite = (email: string, person = tutor) => person.post(`groups/${id}/invitations`, { email })
    for (const _time of [1, 2, 3, 4, 5]) await invite('new@example.org')
    expect(await invite('new@example.org')).toBe('rate_limited')
    const sent = await box.collect()
    expect(sent.map(({ to, template }) => [to, template])).toEqual(
      Array(5).fill(['new@example.org', 'group-invited']),
    )
    expect(sent[0]?.values).toMatchObject({ place: code, group: '4a' })
    await student.block(tutor)
    await tutor.end(`groups/${id}/code`)
    expect([await invite(student.owner.email), await emails()]).toEqual([undefined, []])
    expect((await tutor.get('groups/')).items).toMatchObject([{ code: { code: expect.any(String) } }])
    expect([await invite('new@example.com', other), await invite('nobody')]).toEqual([
      'not_found',
      'invalid_input',
    ])
  })

  it('homework emails to group members contain the teacher’s note', async () => {
    await join(student)
    await given([student], { due: '2030-12-04', track: 1, trackName: 'Bass' }, tutor)
    const sent = (await box.collect()).map(({ to, values: { note, due, track } }) => [to, note, due, track])
    expect(sent).toEqual([[student.owner.email, 'Slowly.', '4 December 2030', 'Bass']])
  })

  it('joining a group assigns its homework unless it is overdue', async () => {
    await given([], { title: 'Late', due: '2020-01-01', group: id }, tutor)
    await given([], { title: 'Open', group: id }, tutor)
    await join(student)
    expect(await received(student)).toMatchObject([{ title: 'Open', news: true }])
    await student.post(`groups/${id}/leave`)
    expect(await received(student)).toEqual([])
    await join(student)
    expect(await received(student)).toMatchObject([{ title: 'Open' }])
  })

  it('a join code expires when it is replaced, turned off, or 30 days old', async () => {
    const replaced = code
    code = (await tutor.post(`groups/${id}/code`)).code
    expect(await join(student, replaced)).toBe('join_code_invalid')
    expect(await student.post('groups/by-code', { code })).toMatchObject({ id })
    await tutor.end(`groups/${id}/code`)
    expect(await join(student)).toBe('join_code_invalid')
    const made = await tutor.post(`groups/${id}/code`)
    expect((await tutor.get('groups/')).items).toMatchObject([{ code: made }])
    world.server.clock.now += 30 * DAY_MS
    expect(await join(await world.person(), made.code)).toBe('join_code_invalid')
  })

  it('everyone a join code does not admit gets the same error, even in another tenant', async () => {
    const stranger = await world.person({}, 'other')
    await student.block(tutor)
    await tutor.block(other)
    for (const outsider of [stranger, student, other]) {
      expect(await join(outsider)).toBe('join_code_invalid')
      expect(await outsider.post('groups/by-code', { code })).toBe('join_code_invalid')
    }
    for (const typed of ['AAAA-AAAA', '-', code.slice(1), `${code}2`])
      expect([await join(teacher, typed), await invitation(typed)]).toEqual(
        Array(2).fill('join_code_invalid'),
      )
    expect(await invitation(code, 'other')).toBe('join_code_invalid')
    const set = (change: string) =>
      world.db.inFretwork(({ sql }) => sql.execute(`UPDATE users SET ${change} WHERE id = '${tutor.id}'`))
    await set('suspended_at = now()')
    expect([await join(teacher), await invitation(code)]).toEqual(Array(2).fill('join_code_invalid'))
    expect((await world.db.asApplication('SELECT * FROM study_groups')).rows).toEqual([])
  })

  it('group owners can create join codes regardless of their role', async () => {
    await teacher.ask('PUT', `groups/${crypto.randomUUID()}`, { name: 'Own', members: [] })
    const [own] = (await teacher.get('groups/')).items
    expect(await teacher.post(`groups/${id}/code`)).toBe('not_found')
    expect(await teacher.end(`groups/${id}/code`)).toBe('not_found')
    const made = await teacher.post(`groups/${own.id}/code`)
    expect(await join(student, made.code)).toMatchObject({ id: own.id })
  })

  it('a join code does not admit more members than the group limit', async () => {
    await join(student)
    await world.db.inFretwork(({ sql }) =>
      sql.execute(`WITH crowd AS (INSERT INTO users (tenant, email, email_folded, name)
        SELECT 'fretwork', n || '@full.example', n || '@full.example', n FROM generate_series(1, 99) n RETURNING id)
        INSERT INTO group_members (tenant, group_id, user_id) SELECT 'fretwork', '${id}', id FROM crowd`),
    )
    expect(await join(other)).toBe('group_full')
    expect(await join(student)).toMatchObject({ id })
    await student.post(`groups/${id}/leave`)
    expect(await join(other)).toMatchObject({ id })
    expect(await join(student)).toBe('group_full')
  })

  it('guessing join codes is rate limited per account', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await join(student, `AAAA-AAA${attempt}`)).toBe('join_code_invalid')
    const body = { code }
    const answer = await world.server.send(`${API}/groups/by-code`, { jwt: student.owner.jwt, body })
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'rate_limited'])
    expect(answer.headers['retry-after']).toBe('60')
    expect(await join(other)).toMatchObject({ id })
    world.server.clock.now += 60_000
    expect(await join(student)).toMatchObject({ id })
  })
})
