// Homework: given, answered, played, commented; and groups.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, sharingWorld, TAKE, TASK } from './sharing-world.js'

const world = await sharingWorld()
let teacher: Person
let student: Person
let other: Person

beforeEach(async () => {
  teacher = await world.person()
  student = await world.person()
  other = await world.person()
})

async function given(to: readonly Person[] = [student], more: object = {}) {
  const song = await teacher.song('Etude')
  const id = crypto.randomUUID()
  const body = { id, song: song.id, ...TASK, people: to.map(each => each.id), ...more }
  return { song, body, assignment: await teacher.post('homework/', body) }
}
const accept = (id: string, sendTakes = true) =>
  student.post(`homework/${id}/answer`, { state: 'accepted', sendTakes })

describe('an assignment', () => {
  it('is received with its section, tempo, note and file, and given once', async () => {
    const { song, body, assignment } = await given([student], { from: 8, to: 5 })
    expect(assignment).toMatchObject({ title: 'Practice', from: 5, to: 8, tempo: 80, loop: true })
    expect((await teacher.post('homework/', body)).id).toBe(body.id)
    const { received } = await student.get('homework/')
    expect(received).toMatchObject([
      { id: body.id, note: 'Slowly.', hash: song.hash, teacher: { id: teacher.id } },
    ])
    expect(received[0].students).toMatchObject([{ person: { id: student.id }, state: 'given', takes: 0 }])
    const { bytes } = await student.get(`homework/${body.id}/file`)
    expect(Buffer.from(bytes, 'base64')).toEqual(song.bytes)
  })

  it('brings takes back once the student agrees, and hides them when the student no longer does', async () => {
    const { body } = await given()
    const url = `homework/${body.id}`
    expect(await student.post(`${url}/takes`, TAKE)).toBe('takes_not_shared')
    await accept(body.id, false)
    expect(await student.post(`${url}/takes`, TAKE)).toBe('takes_not_shared')
    await accept(body.id)
    await student.post(`${url}/takes`, TAKE)
    await student.post(`${url}/takes`, TAKE)
    const seen = await teacher.get(url)
    expect(seen.takes).toEqual([{ ...TAKE, student: student.id }])
    expect(seen.assignment.students).toMatchObject([{ state: 'accepted', takes: 1, best: 0.75 }])
    await accept(body.id, false)
    expect((await teacher.get(url)).takes).toEqual([])
    expect((await teacher.get('homework/')).given[0].students).toMatchObject([{ takes: 0 }])
    expect((await student.get(url)).takes).toHaveLength(1)
  })

  it('is between the teacher and each student: they do not see each other', async () => {
    const { body } = await given([student, other])
    await accept(body.id)
    await student.post(`homework/${body.id}/takes`, TAKE)
    const seen = await other.get(`homework/${body.id}`)
    expect(seen.takes).toEqual([])
    expect(seen.assignment.students).toMatchObject([{ person: { id: other.id } }])
    const about = { id: crypto.randomUUID(), student: student.id, text: 'Hm' }
    expect(await other.post(`homework/${body.id}/comments`, about)).toBe('not_found')
  })

  it('is discussed at its bars', async () => {
    const { body } = await given()
    const url = `homework/${body.id}/comments`
    const question = { id: crypto.randomUUID(), student: student.id, bar: 5, text: 'Which finger?' }
    expect(await student.post(url, question)).toMatchObject({ bar: 5, by: { id: student.id } })
    await student.post(url, question)
    world.server.clock.now += 1
    await teacher.post(url, { id: crypto.randomUUID(), student: student.id, text: 'The third.' })
    expect((await teacher.get(`homework/${body.id}`)).comments).toMatchObject([
      { text: 'Which finger?' },
      { text: 'The third.', by: { id: teacher.id } },
    ])
  })

  it('is neither played nor written about once it is declined or left', async () => {
    const { body } = await given()
    for (const state of ['declined', 'left'] as const) {
      await student.post(`homework/${body.id}/answer`, { state, sendTakes: true })
      expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
      expect(await student.post(`homework/${body.id}/takes`, TAKE)).toBe('takes_not_shared')
      const text = { id: crypto.randomUUID(), student: student.id, text: 'Hello?' }
      expect(await teacher.post(`homework/${body.id}/comments`, text)).toBe('not_found')
    }
  })

  it('is seen by no one else, whatever they call', async () => {
    const { body } = await given()
    const url = `homework/${body.id}`
    const stranger = await world.person({}, 'other')
    for (const outsider of [other, stranger]) {
      expect(await outsider.get(url)).toBe('not_found')
      expect(await outsider.get(`${url}/file`)).toBe('not_found')
      expect(await outsider.post(`${url}/answer`, { state: 'accepted', sendTakes: true })).toBe('not_found')
      expect(await outsider.post(`${url}/takes`, TAKE)).toBe('not_found')
      expect(await outsider.end(url)).toBe('not_found')
      expect((await outsider.get('homework/')).received).toEqual([])
    }
    expect(await student.end(url)).toBe('not_found')
    expect(await other.post('homework/', { ...body, people: [student.id] })).toBe('not_found')
  })

  it('disappears with a block, from both sides, and comes back with its end', async () => {
    const { body } = await given()
    const url = `homework/${body.id}`
    await accept(body.id)
    await student.post(`${url}/takes`, TAKE)
    await student.block(teacher)
    expect(await student.get(url)).toBe('not_found')
    expect(await student.get(`${url}/file`)).toBe('not_found')
    expect((await student.get('homework/')).received).toEqual([])
    const seen = await teacher.get(url)
    expect(seen).toMatchObject({ takes: [], assignment: { students: [] } })
    expect(await teacher.post('homework/', { ...body, id: crypto.randomUUID() })).toBe('not_found')
    await student.block(teacher, false)
    expect((await student.get(url)).takes).toHaveLength(1)
  })

  it('says so where the teacher has removed the song, and ends with the teacher', async () => {
    const { body, song } = await given()
    await teacher.owner.make({
      ...{ key: crypto.randomUUID(), kind: 'song', id: song.id, base: 1_000_000, fields: {} },
      as: 'removed',
    })
    const [received] = (await student.get('homework/')).received
    expect(received.hash).toBeUndefined()
    expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
    expect(await teacher.end(`homework/${body.id}`)).toBeUndefined()
    expect((await student.get('homework/')).received).toEqual([])
  })

  it('gives no song that administrators have removed, and no longer what was given of it', async () => {
    const admin = await world.person({ roles: ['Admin'] })
    const { song, body } = await given()
    const shared = await teacher.share(song.id, 'public')
    await student.post(`share/${shared.id}/reports`, { reason: 'copyright', note: 'Mine.' })
    const [open] = (await admin.get('admin/reports')).items
    await admin.post(`admin/reports/${open.id}`, { outcome: 'removed' })
    expect((await student.get('homework/')).received).toMatchObject([{ title: TASK.title }])
    expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
    const again = { ...body, id: crypto.randomUUID() }
    expect(await teacher.post('homework/', again)).toBe('share_removed')
  })

  it('that is sent twice in parallel is stored once, as is a comment', async () => {
    const { body } = await given()
    const comment = { id: crypto.randomUUID(), student: student.id, text: 'Well.' }
    const path = `homework/${body.id}/comments`
    const sent = await Promise.all([1, 2, 3].map(() => teacher.post(path, comment)))
    expect(sent.map(({ id }) => id)).toEqual([comment.id, comment.id, comment.id])
    expect((await student.get(`homework/${body.id}`)).comments).toHaveLength(1)
  })

  it('waits for the song to be synced, and needs someone who may be asked', async () => {
    const { body } = await given()
    const fresh = { ...body, id: crypto.randomUUID() }
    expect(await teacher.post('homework/', { ...fresh, song: 'nothing' })).toBe('not_synced')
    expect(await teacher.post('homework/', { ...fresh, people: [] })).toBe('not_found')
    expect(await teacher.post('homework/', { ...fresh, people: [teacher.id] })).toBe('not_found')
    const hidden = await world.person({ isPublic: false })
    expect(await teacher.post('homework/', { ...fresh, people: [hidden.id] })).toBe('not_found')
  })
})

describe('a group', () => {
  const save = (id: string, members: readonly Person[], name = 'Beginners') =>
    teacher.ask('PUT', `groups/${id}`, { name, members: members.map(each => each.id) })

  it('gets an assignment as a whole', async () => {
    const id = crypto.randomUUID()
    expect((await save(id, [student, other])).members).toHaveLength(2)
    const { assignment } = await given([], { group: id })
    expect(assignment).toMatchObject({ group: 'Beginners' })
    expect(assignment.students).toHaveLength(2)
    expect((await other.get('homework/')).received).toHaveLength(1)
    expect((await other.get('groups/')).items).toMatchObject([
      { name: 'Beginners', members: [{ id: other.id }] },
    ])
  })

  it('is left permanently, along with its assignments', async () => {
    const id = crypto.randomUUID()
    await save(id, [student, other])
    const { body } = await given([], { group: id })
    await accept(body.id)
    await student.post(`groups/${id}/leave`)
    expect((await student.get('groups/')).items).toEqual([])
    expect((await student.get('homework/')).received).toEqual([])
    expect(await student.get(`homework/${body.id}`)).toBe('not_found')
    expect(await accept(body.id)).toBe('not_found')
    expect((await other.get('homework/')).received).toHaveLength(1)
    expect(await student.get(`homework/${body.id}/file`)).toBe('not_found')
    const again = await save(id, [student, other])
    expect(again.members).toMatchObject([{ id: other.id }])
    expect(await student.post(`groups/${id}/leave`)).toBe('not_found')
  })

  it('belongs to its teacher', async () => {
    const id = crypto.randomUUID()
    await save(id, [student])
    expect(await other.ask('PUT', `groups/${id}`, { name: 'Mine', members: [] })).toBe('not_found')
    expect(await other.end(`groups/${id}`)).toBe('not_found')
    expect(await student.end(`groups/${id}`)).toBe('not_found')
    expect(await teacher.end(`groups/${id}`)).toBeUndefined()
    expect((await student.get('groups/')).items).toEqual([])
  })

  it('hides members who block the teacher', async () => {
    const id = crypto.randomUUID()
    await save(id, [student, other])
    await student.block(teacher)
    expect((await teacher.get('groups/')).items[0].members).toMatchObject([{ id: other.id }])
    expect((await student.get('groups/')).items).toEqual([])
    const { assignment } = await given([], { group: id })
    expect(assignment.students).toMatchObject([{ person: { id: other.id } }])
  })
})
