import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { webManifest } from '../../../server/http/app-files.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'
import { testFolder } from '../../support/test-folder.js'

const { at, put } = testFolder()

/** A server with the application built into a folder, and a separate tenant for violin.test. */
async function serverWith(manifest: object | undefined) {
  if (manifest) await put('manifest.webmanifest', JSON.stringify(manifest))
  const app = Fastify()
  const violin = { ...NEW_TENANT, key: 'violin', name: 'Violin & Bow' }
  webManifest(app, at(), async host => (host === 'violin.test' ? violin : undefined))
  return (host: string) => app.inject({ url: '/manifest.webmanifest', headers: { host } })
}

describe('the web app manifest', () => {
  const built = { id: '/', name: 'Fretwork', short_name: 'Fretwork', icons: [] }

  it('has the name of the tenant whose host it is, and the rest as built', async () => {
    const answer = await (await serverWith(built))('Violin.test:4680')
    expect(answer.json()).toEqual({ ...built, name: 'Violin & Bow', short_name: 'Violin & Bow' })
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('is as built where no one has the host, and not there before the application is built', async () => {
    expect((await (await serverWith(undefined))('violin.test')).statusCode).toBe(404)
    expect((await (await serverWith(built))('elsewhere.test')).json()).toEqual(built)
  })
})
