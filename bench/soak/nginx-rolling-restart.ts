// Two servers behind the documented nginx are restarted one after the other, and no request fails.
import { setTimeout as wait } from 'node:timers/promises'
import { currentUser } from '../../src/core/api/auth.js'
import { saveProfile } from '../../src/core/api/users.js'
import { type Asked, startBehindNginx } from '../server/behind-nginx.js'
import { reportFigure } from '../support/harness.js'

/** From one server being ready to the end of the other. */
const SPACINGS_MS = [0, 300, 1500]
const AT_LEAST = 500
const CLIENTS = 6
const PAUSE_MS = 25
const DRAIN_SECONDS = 2

const site = await startBehindNginx(DRAIN_SECONDS)
if (site) {
  const { session, ask, restart } = site
  const profile = { name: 'Ada', handle: 'ada', bio: 'Scales', instruments: [], public: true }
  const kinds: readonly Asked[] = [
    { path: '/', headers: { accept: 'text/html' } },
    { path: '/tenant.json' },
    { path: currentUser.path, headers: session },
    // nginx does not know that it is idempotent.
    {
      method: 'POST',
      path: saveProfile.path,
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify(profile),
    },
  ]
  const failures: string[] = []
  let asked = 0
  try {
    for (const spacing of SPACINGS_MS) {
      const before = asked
      let rolling = true
      const client = async (index: number) => {
        for (let turn = index; rolling || asked - before < AT_LEAST; turn += 1) {
          asked += 1
          const kind = kinds[turn % kinds.length] ?? { path: '/' }
          const what = `${kind.method ?? 'GET'} ${kind.path}`
          await ask(kind).then(
            ({ status }) => status === 200 || failures.push(`${what}: ${status}`),
            error => failures.push(`${what}: ${error}`),
          )
          await wait(PAUSE_MS)
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
      for (const index of [0, 1] as const) {
        const code = await restart(index)
        if (code !== 0) failures.push(`server ${index} ended with ${code}`)
        await wait(spacing)
      }
      rolling = false
      await Promise.all(clients)
      process.stdout.write(`  ${spacing} ms apart: ${asked - before} requests\n`)
    }
  } finally {
    await site.close()
  }
  for (const failure of failures.slice(0, 20)) process.stdout.write(`  ${failure}\n`)
  reportFigure('requests in three rolling restarts', asked, '≥ 1500')
  reportFigure('failed requests', failures.length, '≤ 0')
}
