/** The fake server of `@fretwork/sdk/testing`, extended for Fretwork's own tests. */
import { AxiosError } from 'axios'

export {
  type Answering,
  fakeApi as fakeTransport,
  type GivenAnswer,
  ok,
  problem,
  type SentRequest,
} from '../../../src/core/testing/fake-api.js'

/** Axios error for an unreachable server. */
export const noConnection = () => new AxiosError('connect ECONNREFUSED', 'ECONNREFUSED')

/** Runs the event loop until `reached` returns true, for code that awaits promises and lazy imports. */
export async function until(reached: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (reached()) return
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  throw new Error('The condition was not reached within 1000 turns of the event loop.')
}
