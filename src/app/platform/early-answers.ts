import type { ApiTransport } from '../../core/http/api-client.js'

const { fretworkEarly } = globalThis as { fretworkEarly?: Map<string | undefined, Promise<Response>> }

/** Returns each response to a request from `public/early.js` once. Undefined if that script has not run. */
export const earlyAnswers: ApiTransport | undefined =
  fretworkEarly &&
  (async config => {
    const { url } = config
    const answer = await fretworkEarly.get(url)?.catch(() => undefined)
    fretworkEarly.delete(url)
    if (answer) {
      const { status, statusText } = answer
      return { config, status, statusText, headers: {}, data: await answer.text() }
    }
    const { default: axios } = await import('axios')
    return axios.getAdapter(axios.defaults.adapter)(config)
  })
