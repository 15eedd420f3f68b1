import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { webManifest } from '../../../server/http/app-files.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()

/** Starts a server with a built application and a tenant for violin.test. */
async function serverWith(manifest: object | undefined) {
  if (manifest) await put('manifest.webmanifest', JSON.stringify(manifest))
  const app = Fastify()
  const violin = { ...NEW_TENANT, key: 'violin', name: 'Violin & Bow' }
  webManifest(app, at(), async host => (host === 'violin.test' ? violin : undefined))
  return (host: string) => app.inject({ url: '/manifest.webmanifest', headers: { host } })
}

describe('web app manifest', () => {
  const built = { id: '/', name: 'Fretwork', short_name: 'Fretwork', icons: [] }

  it('the web app manifest contains the tenant’s name and is otherwise unchanged', async () => {
    const answer = await (await serverWith(built))('Violin.test:4680')
    expect(answer.json()).toEqual({ ...built, name: 'Violin & Bow', short_name: 'Violin & Bow' })
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('an unknown host gets the manifest from the build, or 404 if there is no build', async () => {
    expect((await (await serverWith(undefined))('violin.test')).statusCode).toBe(404)
    expect((await (await serverWith(built))('elsewhere.test')).json()).toEqual(built)
  })
})
