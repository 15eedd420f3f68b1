import { createToken } from '../../core/platform/token.js'
import type { Kept } from './kept.js'
import type { News } from './news.js'
import type { Outbox } from './outbox.js'
import type { Practicing } from './practicing.js'

export const OUTBOX = createToken<Outbox>('homework.outbox')
export const PRACTICING = createToken<Practicing>('homework.practicing')
export const KEPT = createToken<Kept>('homework.kept')
export const NEWS = createToken<News>('homework.news')
