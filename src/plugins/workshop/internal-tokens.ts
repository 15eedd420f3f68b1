/** The inspector’s recording. */
import { createToken } from '../../core/platform/services/token.js'
import type { Inspection } from './inspection.js'

export const INSPECTION = createToken<Inspection>('workshop.inspection')
