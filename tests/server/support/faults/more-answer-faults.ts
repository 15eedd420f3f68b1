// Faults of answers, in a table: what a server may do wrong with any of them, each at one call.
import type { AnswerFault, ChangedAnswer, Fields } from './fault.js'

const API = '/presence/api/v1'

type Change = (answer: ChangedAnswer) => void

/** Changes the fields of a good answer. */
const json =
  (change: (fields: Record<string, unknown>) => unknown): Change =>
  answer => {
    if (answer.status < 300 && answer.text.startsWith('{'))
      answer.text = JSON.stringify(change(JSON.parse(answer.text)))
  }

/** Changes the answers of a list, if it has any. */
const items = (change: (item: Fields) => unknown): Change =>
  json(fields => ({
    ...fields,
    items: Array.isArray(fields.items) ? fields.items.map(change) : fields.items,
  }))

/** Changes refusals: problem documents (RFC 9457). */
const refusal =
  (change: (answer: ChangedAnswer, problem: Record<string, unknown>) => void): Change =>
  answer => {
    if (answer.status >= 400 && answer.text.startsWith('{')) change(answer, JSON.parse(answer.text))
  }

const without = (fields: Fields, name: string) => {
  const { [name]: _, ...rest } = fields
  return rest
}

const TABLE: readonly (readonly [about: string, route: string, name: string, change: Change])[] = [
  [
    'user',
    `GET ${API}/user/profile/`,
    'a profile lacks its handle',
    json(fields => without(fields, 'handle')),
  ],
  [
    'user',
    `GET ${API}/user/profile/`,
    'a profile has one field too many',
    json(fields => ({ ...fields, hash: 'x' })),
  ],
  [
    'auth',
    `GET ${API}/auth/user`,
    'the roles of a user are a text',
    json(fields => ({ ...fields, roles: 'User' })),
  ],
  [
    'auth',
    `GET ${API}/auth/user`,
    'a user has no email address',
    json(fields => ({ ...fields, email: null })),
  ],
  [
    'session',
    `GET ${API}/auth/sessions`,
    'the sessions are null',
    json(fields => ({ ...fields, items: null })),
  ],
  [
    'session',
    `GET ${API}/auth/sessions`,
    'ids of sessions are numbers',
    items((item: Fields) => ({ ...item, id: 7 })),
  ],
  [
    'group',
    `GET ${API}/groups/`,
    'the list of groups is an array alone',
    answer => {
      if (answer.status === 200) answer.text = '[]'
    },
  ],
  [
    'group',
    `GET ${API}/groups/`,
    'the groups are sent empty',
    answer => {
      if (answer.status === 200) answer.text = ''
    },
  ],
  [
    'share',
    `GET ${API}/share/mine`,
    'the kind of a share is unknown',
    items((item: Fields) => ({ ...item, kind: 'other' })),
  ],
  [
    'library',
    `GET ${API}/library/status`,
    'the bytes of a library are negative',
    json(fields => ({ ...fields, bytes: -1 })),
  ],
  [
    'library',
    `GET ${API}/library/status`,
    'the number of songs has a fraction',
    json(fields => ({ ...fields, songs: 0.5 })),
  ],
  [
    'library',
    `GET ${API}/library/removed`,
    'JSON has a comma too many',
    answer => {
      if (answer.status === 200) answer.text = answer.text.replace(/}$/, ',}')
    },
  ],
  [
    'homework',
    `GET ${API}/homework/`,
    'the list of homework is answered with 500',
    answer => {
      if (answer.status === 200) answer.status = 500
    },
  ],
  [
    'group',
    `PUT ${API}/groups/:id`,
    'a bad name of a group is answered with 500',
    answer => {
      if (answer.status === 400) answer.status = 500
    },
  ],
  [
    'user',
    `GET ${API}/user/public/:id`,
    'a refusal lacks its code',
    refusal((answer, problem) => {
      answer.text = JSON.stringify(without(problem, 'code'))
    }),
  ],
  [
    'user',
    `GET ${API}/user/public/:id`,
    'a refusal has the code of another',
    refusal((answer, problem) => {
      answer.text = JSON.stringify({ ...problem, code: 'song_too_large' })
    }),
  ],
  [
    'share',
    `GET ${API}/share/:id`,
    'a refusal is plain JSON',
    refusal(({ headers }) => {
      headers['content-type'] = 'application/json; charset=utf-8'
    }),
  ],
]

export const MORE_ANSWER_FAULTS: readonly AnswerFault[] = TABLE.map(([about, route, name, change]) => ({
  ...{ kind: 'answer', about, route, name, change },
}))
