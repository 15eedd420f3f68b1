import { createToken } from '../../core/platform/token.js'
import type { Kept } from '../social/homework/kept.js'
import type { News } from '../social/homework/news.js'
import type { Outbox } from '../social/homework/outbox.js'
import type { Practicing } from '../social/homework/practicing.js'

export const OUTBOX = createToken<Outbox>('homework.outbox')
export const PRACTICING = createToken<Practicing>('homework.practicing')
export const KEPT = createToken<Kept>('homework.kept')
export const NEWS = createToken<News>('homework.news')
