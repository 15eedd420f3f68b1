/** Notices about a user's songs: the next user neither sees them nor can use their actions. */
import { onSessionEnd, type Session } from '../../core/auth/session.js'
import type { Notice, NoticeBoard } from '../../core/events/notices.js'
import { shortName } from '../../core/music/song/song-name.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { SessionNotices } from './tokens.js'

/** Values that come from a file or from an address, as long as they like. */
const NAMES = ['name', 'file', 'address']

export function createSessionNotices(
  board: Pick<NoticeBoard, 'post' | 'withdraw'>,
  session: ReadonlyStore<Session>,
): SessionNotices & Disposable {
  let topics = new Set<string>()
  let number = 0

  const post = (notice: Notice) => {
    number += 1
    const topic = notice.topic ?? `player ${number}`
    topics.add(topic)
    board.post({ ...notice, ...(notice.values && { values: shortened(notice.values) }), topic })
  }
  const ending = onSessionEnd(session, () => {
    const said = topics
    topics = new Set()
    for (const topic of said) board.withdraw(topic)
  })

  return {
    post,
    poster() {
      const mine = topics
      return notice => {
        if (mine === topics) post(notice)
      }
    },
    dispose: () => ending.dispose(),
  }
}

function shortened(values: NonNullable<Notice['values']>): NonNullable<Notice['values']> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' && NAMES.includes(key) ? shortName(value) : value,
    ]),
  )
}
