/** The tablature's service, which only the tablature itself uses. */
import { createToken } from '../../core/platform/services/token.js'
import type { Tablature } from './tablature.js'

export const TABLATURE = createToken<Tablature>('tablature.tablature')
