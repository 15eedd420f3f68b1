/** The service that only this plugin uses. */
import { createToken } from '../../core/platform/services/token.js'
import type { FirstSteps } from './first-steps.js'

export const FIRST_STEPS = createToken<FirstSteps>('welcome.first-steps')
