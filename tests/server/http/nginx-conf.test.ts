// Checks the documented nginx configuration against the contract.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ENDPOINTS } from '../../../src/core/contract/endpoints.js'

const CONF = readFileSync(new URL('../../../docs/deploy/nginx.conf', import.meta.url), 'utf8')
const TOKEN = 'k'.repeat(43)

it('the documented nginx configuration accepts the largest body in the contract', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(CONF)?.[1])
  const largest = Math.max(...ENDPOINTS.map(({ bodyLimit = 0 }) => bodyLimit))
  expect(megabytes * 1024 * 1024).toBeGreaterThanOrEqual(largest)
})

it('the access log in the documented nginx configuration masks the token in every link', () => {
  const mask = new RegExp(/"~(.+)" "\$\{before\}\*\*\*\$\{after\}";/.exec(CONF)?.[1] ?? '$never')
  const logged = (path: string) => path.replace(mask, '$<before>***$<after>')
  const paths = ENDPOINTS.map(({ path }) => path).filter(path => path.includes('{token}'))
  expect(paths.length).toBeGreaterThanOrEqual(5)
  for (const path of [...paths, '/link/{token}'])
    expect(logged(path.replace('{token}', TOKEN))).toBe(path.replace('{token}', '***'))
  expect(logged('/presence/api/v1/auth/verification')).toBe('/presence/api/v1/auth/verification')
  expect(CONF).toContain("'$remote_addr [$time_iso8601] $request_method $fretwork_path $status '")
})
