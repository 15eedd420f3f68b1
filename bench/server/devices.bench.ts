// 500 connected devices of 50 users: server cost, and delay until a change reaches all devices of a user.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { request } from 'playwright'
import { startProduct } from '../../e2e/support/product.js'
import { newAccount } from '../../e2e/support/register.js'
import { quantile, reportFigure } from '../support/harness.js'
import { memoryOf } from './crowd.js'

const PEOPLE = 50
const DEVICES = 10
const CHANGES = 300
const PASSWORD = 'six strings and a capo'
const API = '/presence/api/v1'

interface Person {
  readonly headers: Readonly<Record<string, string>>
  readonly devices: { hears(seq: number): Promise<void> }[]
  seq: number
}

async function person(page: Page, url: string, number: number): Promise<Person> {
  const email = `device-owner-${number}@mail.example`
  await newAccount(page, url, { email, password: PASSWORD, name: `Owner ${number}` })
  const headers = { 'x-tenant': 'fretwork', 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: PASSWORD })
  const answer = await fetch(`${url}${API}/auth/login`, { method: 'POST', headers, body })
  const { jwt } = (await answer.json()) as { jwt: string }
  return { headers: { ...headers, authorization: `Bearer ${jwt}` }, devices: [], seq: 0 }
}

async function connect(url: string, { headers, devices }: Person, signal: AbortSignal): Promise<void> {
  const answer = await fetch(`${url}${API}/library/stream`, { headers, signal })
  if (!answer.ok || !answer.body) throw new Error(`The stream was answered ${answer.status}`)
  let last = 0
  let waiting: { readonly seq: number; readonly run: () => void } | undefined
  devices.push({
    hears: seq =>
      last >= seq ? Promise.resolve() : new Promise(resolve => (waiting = { seq, run: resolve })),
  })
  const decoder = new TextDecoder()
  const read = async (body: ReadableStream<Uint8Array>) => {
    for await (const bytes of body) {
      const places = [...decoder.decode(bytes).matchAll(/"seq": ?(\d+)/g)].map(match => Number(match[1]))
      last = Math.max(last, ...places)
      if (waiting && last >= waiting.seq) waiting.run()
    }
  }
  read(answer.body).catch(() => undefined)
}

async function change(url: string, owner: Person): Promise<number> {
  owner.seq += 1
  const write = { key: randomUUID(), kind: 'Bench', id: `record-${owner.seq}`, base: 0, fields: { value: 1 } }
  const heard = owner.devices.map(device => device.hears(owner.seq))
  const began = performance.now()
  const answer = await fetch(`${url}${API}/library/changes`, {
    ...{ method: 'POST', headers: owner.headers },
    body: JSON.stringify({ device: 'bench', writes: [write] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await Promise.all(heard)
  return performance.now() - began
}

const product = await startProduct()
const caller = await request.newContext()
const ending = new AbortController()
try {
  const page = { request: caller } as unknown as Page
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number += 1) people.push(await person(page, product.url, number))
  const before = await memoryOf(product.url)
  for (const each of people)
    for (let nth = 0; nth < DEVICES; nth += 1) await connect(product.url, each, ending.signal)
  const connected = (await memoryOf(product.url)) - before
  const ms: number[] = []
  for (let index = 0; index < CHANGES; index += 1) {
    const owner = people[index % PEOPLE]
    if (owner) ms.push(await change(product.url, owner))
  }
  const devices = PEOPLE * DEVICES
  reportFigure(`memory of ${devices} connected devices`, connected, '≤ 100 MB')
  reportFigure(
    `a change heard by all 10 devices of its owner, of ${devices} connected, p99`,
    quantile(ms, 0.99),
    '≤ 300 ms',
  )
} finally {
  ending.abort()
  await caller.dispose()
  await product.stop()
}
