/** All sequences, in the order in which they are run. */
import { ACCOUNT_SEQUENCES } from './account-sequences.js'
import { HOMEWORK_SEQUENCES } from './homework-sequences.js'
import { LIBRARY_SEQUENCES } from './library-sequences.js'
import { PEOPLE_SEQUENCES } from './people-sequences.js'
import type { Sequence } from './sequence.js'
import { SHARING_SEQUENCES } from './sharing-sequences.js'

export const SEQUENCES: readonly Sequence[] = [
  ...LIBRARY_SEQUENCES,
  ...PEOPLE_SEQUENCES,
  ...SHARING_SEQUENCES,
  ...HOMEWORK_SEQUENCES,
  ...ACCOUNT_SEQUENCES,
]
