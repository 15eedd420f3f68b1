/** Of texts, a report has only the length. */

import type { Endpoint } from '../../src/core/api/endpoint.js'
import { ENDPOINTS } from '../../src/core/api/endpoints.js'
import type { ApiTransport } from '../../src/core/http/api-client.js'
import { FretworkError } from '../../src/core/platform/fretwork-error.js'
import type { ReportStep } from '../../src/plugins/problem-report/tokens.js'

/** Each answer is given once, in order. */
export function recordedServer(steps: readonly ReportStep[]): ApiTransport {
  const left = steps.filter(step => step.kind === 'call')
  return async config => {
    const path = new URL(config.url ?? '', 'http://recorded').pathname
    const endpoint = endpointOf(config.method?.toUpperCase() ?? 'GET', path)
    const index = left.findIndex(({ name, status }) => name === endpoint?.name && status !== undefined)
    const [call] = index < 0 ? [] : left.splice(index, 1)
    if (call?.status === undefined) {
      const message = `The report has no answer to ${config.method} ${path}.`
      throw new FretworkError('report_without_answer', message)
    }
    return { status: call.status, statusText: '', data: call.answer, headers: {}, config }
  }
}

function endpointOf(method: string, path: string): Endpoint | undefined {
  return ENDPOINTS.find(each => each.method === method && patternOf(each.path).test(path))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
}
