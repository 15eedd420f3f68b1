import { createToken } from '../../core/platform/token.js'
import type { Trainer } from './round/trainer.js'

export const TRAINER = createToken<Trainer>('trainers.trainer')
