/** The fake server of `@fretwork/sdk/testing`, with what only tests of Fretwork itself need. */
import { AxiosError } from 'axios'

export {
  type Answering,
  fakeApi as fakeTransport,
  type GivenAnswer,
  ok,
  problem,
  type SentRequest,
} from '../../../src/core/testing/fake-api.js'

/** What axios says when no one is there. */
export const noConnection = () => new AxiosError('connect ECONNREFUSED', 'ECONNREFUSED')

/** Lets the event loop turn until `reached`; for what is some promises and a lazy import away. */
export async function until(reached: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn++) {
    if (reached()) return
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  throw new Error('It did not come to that within 1000 turns of the event loop.')
}
