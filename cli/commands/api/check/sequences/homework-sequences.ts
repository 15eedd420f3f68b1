/** Groups, and what is given to students. */
import { FILES, profile, song } from './parts.js'
import type { Sequence, Step } from './sequence.js'

const GROUP = { id: '{group}' }
const HOMEWORK = { id: '{homework}' }
/** Data of a request: it is not translated. */
const TITLE = 'Given'
const bothPublic = [profile('first', true), profile('second', true)] as const

const saveGroup = (
  what: string,
  name: string,
  members: readonly string[],
  shown = members.length,
  is: 'new' | 'known' = 'known',
): Step => ({
  ...{ call: 'group.save', by: 'first', what },
  ...{ params: GROUP, body: { name, members } },
  // Before it is made, its id belongs to no one.
  ...(is === 'known' && { owned: true }),
  expect: [
    { at: 'name', is: name },
    { at: 'members', count: shown },
    { at: 'teacher.id', is: '{first.id}' },
  ],
})

const answer = (what: string, state: string, sendTakes: boolean): Step => ({
  ...{ call: 'homework.answer', by: 'second', what },
  ...{ params: HOMEWORK, body: { state, sendTakes }, owned: true },
  expect: [{ at: 'students', has: { state, sendsTakes: sendTakes } }],
})

const take: Step = {
  ...{ call: 'homework.send-take', by: 'second', what: 'a take is sent' },
  ...{ params: HOMEWORK, owned: true },
  body: {
    ...{ id: 'check-take', at: '2026-01-01T00:00:00Z', tempo: 90, complete: true, accuracy: 0.5 },
    counts: { hit: 1, early: 0, late: 0, wrong: 0, missed: 1, extra: 0 },
    byBar: [{ bar: 1, written: 2, right: 1 }],
  },
}

export const HOMEWORK_SEQUENCES: readonly Sequence[] = [
  {
    name: 'a group',
    fresh: ['group'],
    steps: [
      ...bothPublic,
      saveGroup('it is made', 'Beginners', ['{second.id}'], 1, 'new'),
      {
        ...{ call: 'group.list', by: 'first', what: 'it is listed' },
        expect: [{ at: 'items', has: { id: '{group}', name: 'Beginners' } }],
      },
      saveGroup('it is renamed', 'Advanced', ['{second.id}']),
      {
        ...{ call: 'group.list', by: 'second', what: 'its member sees the new name' },
        expect: [{ at: 'items', has: { id: '{group}', name: 'Advanced' } }],
      },
      {
        ...{ call: 'group.save', by: 'second', what: 'its member cannot change it' },
        ...{ params: GROUP, body: { name: 'Mine', members: [] }, refused: ['not_found'] },
      },
      {
        ...{ call: 'group.end', by: 'second', what: 'its member cannot delete it' },
        ...{ params: GROUP, refused: ['not_found'] },
      },
      {
        ...{ call: 'group.leave', by: 'second', what: 'its member leaves it' },
        ...{ params: GROUP, owned: true },
      },
      {
        ...{ call: 'group.leave', by: 'second', what: 'nothing is left to leave' },
        ...{ params: GROUP, refused: ['not_found'] },
      },
      {
        ...{ call: 'group.list', by: 'second', what: 'who has left no longer sees it' },
        expect: [{ at: 'items', lacks: { id: '{group}' } }],
      },
      saveGroup('who has left is not added again', 'Advanced', ['{second.id}'], 0),
      {
        ...{ call: 'group.end', by: 'first', what: 'its teacher deletes it' },
        ...{ params: GROUP, owned: true },
      },
      {
        ...{ call: 'group.list', by: 'first', what: 'it is no longer listed' },
        expect: [{ at: 'items', lacks: { id: '{group}' } }],
      },
      {
        ...{ call: 'group.end', by: 'first', what: 'it cannot be deleted twice' },
        ...{ params: GROUP, refused: ['not_found'] },
      },
    ],
  },
  {
    name: 'homework',
    fresh: ['homework', 'songKey', 'comment'],
    steps: [
      ...bothPublic,
      ...song('check-given', 'b'),
      {
        ...{ call: 'homework.give', by: 'first', what: 'it is given' },
        body: {
          ...{ id: '{homework}', song: 'check-given', title: TITLE, from: 8, to: 2, tempo: 80, loop: true },
          ...{ note: 'Slowly', people: ['{second.id}'] },
        },
        expect: [
          { at: 'from', is: 2 },
          { at: 'to', is: 8 },
          { at: 'hash', is: FILES.b.hash },
          { at: 'students', has: { state: 'given', sendsTakes: false, takes: 0 } },
        ],
      },
      {
        ...{ call: 'homework.list', by: 'first', what: 'its teacher finds it' },
        expect: [
          { at: 'given', has: { id: '{homework}' } },
          { at: 'received', lacks: { id: '{homework}' } },
        ],
      },
      {
        ...{ call: 'homework.list', by: 'second', what: 'its student finds it' },
        expect: [{ at: 'received', has: { id: '{homework}', title: TITLE } }],
      },
      {
        ...{ call: 'homework.file', by: 'second', what: 'its student gets the song' },
        ...{ params: HOMEWORK, owned: true },
        expect: [{ at: 'bytes', is: FILES.b.bytes }],
      },
      answer('it is accepted without sending takes', 'accepted', false),
      { ...take, what: 'no take is taken without agreement', refused: ['takes_not_shared'] },
      answer('it is accepted with takes', 'accepted', true),
      take,
      { ...take, what: 'a take that is sent again is replaced' },
      {
        ...{ call: 'homework.get', by: 'first', what: 'its teacher sees the take once' },
        ...{ params: HOMEWORK, owned: true },
        expect: [
          { at: 'takes', count: 1 },
          { at: 'takes.0.accuracy', is: 0.5 },
          { at: 'assignment.students.0.best', is: 0.5 },
        ],
      },
      {
        ...{ call: 'homework.comment', by: 'first', what: 'its teacher comments' },
        ...{ params: HOMEWORK, owned: true },
        body: { id: '{comment}', student: '{second.id}', bar: 3, text: 'Well done' },
        expect: [{ at: 'by.id', is: '{first.id}' }],
      },
      {
        ...{ call: 'homework.get', by: 'second', what: 'its student sees the comment' },
        params: HOMEWORK,
        expect: [{ at: 'comments', has: { id: '{comment}', bar: 3, text: 'Well done' } }],
      },
      answer('the agreement about takes is taken back', 'accepted', false),
      {
        ...{ call: 'homework.get', by: 'first', what: 'its teacher no longer sees takes' },
        params: HOMEWORK,
        expect: [
          { at: 'takes', count: 0 },
          { at: 'assignment.students.0.takes', is: 0 },
        ],
      },
      {
        ...{ call: 'homework.answer', by: 'first', what: 'its teacher cannot answer it' },
        ...{ params: HOMEWORK, body: { state: 'declined', sendTakes: false }, refused: ['not_found'] },
      },
      answer('it is declined', 'declined', false),
      {
        ...{ call: 'homework.file', by: 'second', what: 'who has declined no longer gets the song' },
        ...{ params: HOMEWORK, refused: ['not_found'] },
      },
      {
        ...{ call: 'homework.end', by: 'second', what: 'its student cannot take it back' },
        ...{ params: HOMEWORK, refused: ['not_found'] },
      },
      {
        ...{ call: 'homework.end', by: 'first', what: 'its teacher takes it back' },
        ...{ params: HOMEWORK, owned: true },
      },
      {
        ...{ call: 'homework.get', by: 'second', what: 'it is gone for its student' },
        ...{ params: HOMEWORK, refused: ['not_found'] },
      },
      {
        ...{ call: 'homework.list', by: 'first', what: 'it is gone for its teacher' },
        expect: [{ at: 'given', lacks: { id: '{homework}' } }],
      },
    ],
  },
]
