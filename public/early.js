// Loads the files of the screen after the startup files, which run meanwhile.
const last = [...document.querySelectorAll('script[type=module]')].at(-2)
const loadNext = () => document.head.append(document.querySelector('#next').content)
if (performance.getEntriesByName(last.src).length > 0) loadNext()
else last.addEventListener('load', loadNext)

// Fetches a shared song while the code of its page loads: `src/app/platform/early-answers.ts` takes the answers.
const asked = new Map()

async function ask(path, request) {
  // As the page preloads /tenant.json.
  const answer = fetch(path, { ...request, credentials: 'include' })
  asked.set(path, answer)
  return (await answer).clone().json()
}

async function askAll() {
  const headers = { 'X-Tenant': (await ask('/tenant.json')).key }
  const path = `/presence/api/v1/shared/${location.pathname.split('/')[2]}`
  const { fields, songs = [] } = await ask(path, { method: 'POST', headers })
  const song = songs.find(({ id }) => id === fields.songs?.[0]?.song) ?? songs[0]
  if (song) await ask(`${path}/files/${song.hash}`, { headers })
}

if (location.pathname.startsWith('/link/')) {
  globalThis.fretworkEarly = asked
  // The page reports its own failures.
  askAll().catch(() => undefined)
}
