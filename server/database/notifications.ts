import pg from 'pg'
import { CONNECT_MS, ignoreReported } from './pool.js'

const AGAIN_MS = 1000

export interface Hearing {
  readonly heard: (payload: string) => void
  /** From now on nothing is missed; before, something may have been. */
  readonly connected: () => void
  readonly lost: () => void
}

export function hear(
  config: pg.ClientConfig,
  channel: string,
  { heard, connected, lost }: Hearing,
): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined
  const connect = () => {
    const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...config })
    current = client
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      lost()
      if (!isStopped) timer = setTimeout(connect, AGAIN_MS).unref()
    }
    client.on('error', ignoreReported)
    client.on('notification', ({ payload = '' }) => heard(payload))
    client.once('end', over)
    const ready = client.connect().then(() => client.query(`LISTEN ${channel}`))
    ready.then(connected, () => {
      client.end().catch(ignoreReported)
      over()
    })
  }
  connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await current?.end().catch(ignoreReported)
  }
}
