import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lit } from '../support/midi.js'
import { plainEnvironment } from '../support/product.js'
import { expect, test } from '../support/test.js'

let folder = ''
let program: ChildProcessWithoutNullStreams | undefined

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-bridge-'))
  const notes = [
    { midi: 64, time: 0, duration: 60 },
    { midi: 59, time: 0.5, duration: 60 },
  ]
  await writeFile(join(folder, 'song.json'), JSON.stringify({ tracks: [{ notes }] }))
})

test.afterEach(async () => {
  if (program?.exitCode === null && program.signalCode === null) {
    program.kill('SIGKILL')
    await once(program, 'close')
  }
  await rm(folder, { recursive: true })
})

async function replay(address: string): Promise<string> {
  program = spawn(
    process.execPath,
    ['dist/cli/main.mjs', 'replay', '--app', address, join(folder, 'song.json')],
    { env: { ...plainEnvironment(), FRETWORK_CLI_STATE: join(folder, 'cli.json') } },
  )
  let said = ''
  for await (const text of program.stderr.setEncoding('utf8')) {
    said += text
    const link = /http\S+\/replay#\S+/.exec(said)?.[0]
    if (link) return link
  }
  throw new Error(`The command line printed no link: ${said}`)
}

test('a replay plays on the neck through the Replay port, and its notes end when it ends', async ({
  baseURL,
  openPath,
  page,
}) => {
  await openPath(page, (await replay(baseURL ?? '')).slice(baseURL?.length))
  // The token is removed from the URL.
  await expect(page).toHaveURL(/\/replay$/)
  await expect(page.getByRole('main')).toHaveCount(1)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page).toHaveURL(/\/fretboard$/)
  await expect(page.locator('[data-port="fretwork-replay"]').first()).toContainText('Replay')
  await expect.poll(() => lit(page)).toEqual(expect.arrayContaining(['1:0', '2:0']))

  program?.kill('SIGINT')
  const [code] = await once(program ?? process, 'close')
  expect(code).toBe(130)
  await expect.poll(() => lit(page)).toEqual([])
  await expect(page.locator('[data-port="fretwork-replay"]')).toHaveCount(0)
})

test('the bridge connects once from this page after a click, and its notes end when the process is killed', {
  tag: '@soak',
}, async ({ baseURL, openPath, page }) => {
  const link = await replay(baseURL ?? '')
  const [, port = '', token = ''] = /#(\d+)\.(.+)$/.exec(link) ?? []
  await openPath(page, link.slice(baseURL?.length))
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()

  // Connections from Node have no Origin header.
  const { default: WebSocket } = await import('ws')
  const attempt = (word: string, origin?: string) =>
    new Promise<string>(resolve => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/`, ['fretwork-replay', word], { origin })
      socket.on('open', () => resolve('open'))
      socket.on('error', error => resolve(error.message))
    })
  expect(await attempt(token)).toContain('403')
  expect(await attempt(token, 'https://elsewhere.example')).toContain('403')
  expect(await attempt('A'.repeat(43), baseURL)).toContain('403')

  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText(/No replay yet\./)).toBeVisible()
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect.poll(() => lit(page)).toEqual(expect.arrayContaining(['1:0', '2:0']))
  expect(await attempt(token, baseURL)).toContain('403')

  program?.kill('SIGKILL')
  await expect.poll(() => lit(page)).toEqual([])
})
