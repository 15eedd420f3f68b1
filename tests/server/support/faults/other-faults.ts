// Faults of tokens, validation and answers.
import type { AnswerFault, Fields, InputFault, TokenFault } from './fault.js'

const API = '/presence/api/v1'
const has = (body: Fields, name: string) => typeof body[name] === 'string'

export const TOKEN_FAULTS: readonly TokenFault[] = [
  { kind: 'token', about: 'user', name: 'a token is good for every tenant', ignores: 'tenant' },
  { kind: 'token', about: 'user', name: 'signatures of tokens are not checked', ignores: 'signature' },
]

export const INPUT_FAULTS: readonly InputFault[] = [
  {
    ...{ kind: 'input', about: 'group', name: 'the name of a group may be one character too long' },
    route: `PUT ${API}/groups/:id`,
    pass: body =>
      has(body, 'name') && String(body.name).length === 61
        ? { valid: { ...body, name: String(body.name).slice(1) }, handed: body }
        : undefined,
  },
  {
    ...{ kind: 'input', about: 'user', name: 'a page of a search may be number 0' },
    route: `POST ${API}/user/search/`,
    pass: body => (body.page === 0 ? { valid: { ...body, page: 1 }, handed: body } : undefined),
  },
  {
    ...{ kind: 'input', about: 'user', name: 'a profile is saved with fields that it does not know' },
    route: `POST ${API}/user/profile/`,
    pass: ({ noSuchField, ...known }) => (noSuchField === undefined ? undefined : { valid: known }),
  },
  {
    ...{ kind: 'input', about: 'user', name: 'a zero character reaches the database' },
    route: `POST ${API}/user/profile/`,
    pass: body =>
      String(body.bio).includes('\0') ? { valid: { ...body, bio: '' }, handed: body } : undefined,
  },
  {
    ...{ kind: 'input', about: 'share', name: 'a report may lack its note' },
    route: `POST ${API}/share/:id/reports`,
    pass: body => ('note' in body ? undefined : { valid: { ...body, note: '' } }),
  },
]

/** Leaves anything but JSON as it is. */
function changedJson(text: string, change: (json: Record<string, unknown>) => object): string {
  return text.startsWith('{') ? JSON.stringify(change(JSON.parse(text))) : text
}

export const ANSWER_FAULTS: readonly AnswerFault[] = [
  {
    ...{
      kind: 'answer',
      about: 'group',
      name: 'a saved group is answered with 201',
      route: `PUT ${API}/groups/:id`,
    },
    change: answer => {
      if (answer.status === 200) answer.status = 201
    },
  },
  {
    ...{
      kind: 'answer',
      about: 'user',
      name: 'a public profile shows the email address',
      route: `GET ${API}/user/public/:id`,
    },
    change: answer => {
      if (answer.status === 200)
        answer.text = changedJson(answer.text, json => ({ ...json, email: 'a@b.example' }))
    },
  },
  {
    ...{ kind: 'answer', about: 'user', name: 'refusals lack X-Content-Type-Options', route: 'every route' },
    change: ({ status, headers }) => {
      if (status >= 400) headers['x-content-type-options'] = undefined
    },
  },
  {
    ...{
      kind: 'answer',
      about: 'session',
      name: 'a cache may keep the sessions',
      route: `GET ${API}/auth/sessions`,
    },
    change: ({ headers }) => {
      headers['cache-control'] = undefined
    },
  },
  {
    ...{
      kind: 'answer',
      about: 'share',
      name: 'a refusal shows the stack trace',
      route: `GET ${API}/share/:id`,
    },
    change: answer => {
      if (answer.status >= 400)
        answer.text = changedJson(answer.text, json => ({
          ...json,
          detail: 'Error\n    at open (/srv/shares.ts:12:3)',
        }))
    },
  },
  {
    ...{
      kind: 'answer',
      about: 'homework',
      name: 'the homework is sent as HTML',
      route: `GET ${API}/homework/`,
    },
    change: ({ headers }) => {
      headers['content-type'] = 'text/html; charset=utf-8'
    },
  },
  {
    ...{
      kind: 'answer',
      about: 'library',
      name: 'the changes of a library are cut off',
      route: `GET ${API}/library/changes`,
    },
    change: answer => {
      answer.text = answer.text.slice(0, -5)
    },
  },
  {
    ...{
      kind: 'answer',
      about: 'user',
      name: 'the summary of a user has text for a number',
      route: `GET ${API}/user/summary/`,
    },
    change: answer => {
      if (answer.status === 200) answer.text = answer.text.replace(/"followers":(\d+)/, '"followers":"$1"')
    },
  },
]
