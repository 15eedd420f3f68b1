// Restarts two servers behind the documented nginx configuration one after the other. No request may fail
// while clients upload 12 MB songs, read a stream and open a shared link.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { currentUser } from '../../src/core/contract/auth.js'
import { changeLibrary, libraryStream, sendBlobs as sendBlobsCall } from '../../src/core/contract/library.js'
import { addShareLink, openLink, setShare } from '../../src/core/contract/sharing.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/contract/tenant.js'
import { saveProfile } from '../../src/core/contract/users.js'
import { type BlobPiece, sendBlobs } from '../../src/core/http/library-files.js'
import { type Asked, startBehindNginx } from '../server/behind-nginx.js'
import { reportFigure } from '../support/harness.js'

/** Time from one server being ready to the shutdown of the other, ms. */
const SPACINGS_MS = [0, 300, 1500]
const AT_LEAST = 500
const CLIENTS = 6
const PAUSE_MS = 25
const DRAIN_SECONDS = 2
const SONG_BYTES = 12 * 1024 * 1024
/** Pause between views of a link, to stay below the rate limit per IP address. */
const VIEW_PAUSE_MS = 1000

const site = await startBehindNginx(DRAIN_SECONDS)
if (site) {
  const { session, ask, restart } = site
  const profile = { name: 'Ada', handle: 'ada', bio: 'Scales', instruments: [], public: true }
  const kinds: readonly Asked[] = [
    { path: '/', headers: { accept: 'text/html' } },
    { path: '/tenant.json' },
    { path: currentUser.path, headers: session },
    // nginx does not know that this request is idempotent, so it does not retry it.
    {
      method: 'POST',
      path: saveProfile.path,
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify(profile),
    },
  ]
  const failures: string[] = []
  let asked = 0
  const post = async (path: string, body: object, headers: Asked['headers'] = session) => {
    asked += 1
    const json = { ...headers, 'content-type': 'application/json' }
    const { status, text } = await ask({ method: 'POST', path, headers: json, body: JSON.stringify(body) })
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const noted = (what: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => failures.push(`${what}: ${error}`))

  const addSong = async (id: string) => {
    const bytes = randomBytes(SONG_BYTES)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const send = async (pieces: readonly BlobPiece[]) =>
      (await post(sendBlobsCall.path, { pieces })).received as number[]
    await sendBlobs({ send }, new Map([[hash, bytes]]))
    const fields = { name: id, file: `${id}.mid`, size: SONG_BYTES, hash, tracks: [1] }
    const write = { key: randomUUID(), kind: 'song', id, base: 0, fields }
    const { outcomes } = await post(changeLibrary.path, { device: 'soak', writes: [write] })
    if (outcomes[0]?.outcome !== 'kept') throw new Error(`the song was ${JSON.stringify(outcomes)}`)
  }
  const shareSong = async (record: string): Promise<string> => {
    const { id } = await post(setShare.path, { kind: 'song', record, audience: 'private', people: [] })
    return (await post(addShareLink.path.replace('{id}', id), { days: 1 })).token
  }
  let events = 0
  try {
    await addSong('shared')
    const token = await shareSong('shared')
    for (const [round, spacing] of SPACINGS_MS.entries()) {
      const before = asked
      let rolling = true
      const uploading = noted('a song', addSong(`song-${round}`))
      const streaming = async () => {
        while (rolling) {
          const heard = events
          const { status } = await ask({
            path: libraryStream.path,
            headers: session,
            heard: text => {
              events += text.split('event: changed').length - 1
            },
          })
          if (status !== 200 || events === heard)
            failures.push(`a stream: ${status}, ${events - heard} events`)
        }
      }
      const viewing = async () => {
        for (; rolling; await wait(VIEW_PAUSE_MS))
          await post(openLink.path.replace('{token}', token), {}, { [TENANT_HEADER]: DEFAULT_TENANT })
      }
      // The last stream ends at the next restart or when the site stops.
      void streaming().catch((error: unknown) => rolling && failures.push(`a stream: ${error}`))
      const views = noted('a shared link', viewing())
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
      await Promise.all([...clients, uploading, views])
      process.stdout.write(`  ${spacing} ms between requests: ${asked - before} requests\n`)
    }
    if (site.accessLog().includes(token)) failures.push('The access log has the token of a link.')
  } finally {
    await site.close()
  }
  for (const failure of failures.slice(0, 20)) process.stdout.write(`  ${failure}\n`)
  reportFigure('requests in three rolling restarts', asked, '≥ 1500')
  reportFigure('events of held streams', events, '≥ 6')
  reportFigure('failed requests', failures.length, '≤ 0')
}
