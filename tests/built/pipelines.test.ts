import { execFile } from 'node:child_process'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { delimiter } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { listening } from '../server/support/listening.js'
import { BUILT_CLI } from '../support/built.js'
import { testFolder } from '../support/test-folder.js'

interface Job {
  readonly name: string
  readonly script: readonly string[]
  readonly artifacts: readonly string[]
}

const YAML = /^```yaml title="([^"]+)"\n([\s\S]*?)^```$/gm

/** Parses the subset of YAML used by both files: keys and lists of strings, by indentation. */
function jobsOf(yaml: string): Job[] {
  const jobs: { name: string; script: string[]; artifacts: string[] }[] = []
  const indent = yaml.includes('\njobs:\n') ? 2 : 0
  let key = ''
  for (const line of yaml.split('\n')) {
    const [, spaces = '', item = '', word = '', text = ''] =
      /^( *)(- )?(?:([\w-]+):(?: |$))?(.*)$/.exec(line) ?? []
    if (word !== '' && item === '' && spaces.length === indent && !['on', 'jobs'].includes(word))
      jobs.push({ name: word, script: [], artifacts: [] })
    const job = jobs.at(-1)
    if (word === 'run') job?.script.push(text)
    else if (word === 'junit') job?.artifacts.push(text)
    else if (word !== '') key = word
    else if (text !== '' && key === 'script') job?.script.push(text)
    else if (text !== '' && (key === 'path' || key === 'paths')) job?.artifacts.push(text)
  }
  return jobs
}

let page = ''
let url = ''
const { at, put } = testFolder({
  'songs/one.mid': oneNote,
  'songs/two.mid': midiFile(0, [[0, 0x90, 60, 100, 96, 0x80, 60, 64, 0, 0xff, 0x2f, 0]]),
})
/** Server without the Fretwork API. */
const stranger = createServer((_request, response) => response.writeHead(404).end('{}'))

beforeAll(async () => {
  page = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')
  url = await listening(stranger)
})
afterAll(() => void stranger.close())
beforeEach(async () => {
  const program = `#!/bin/sh\nexec "${process.execPath}" "${BUILT_CLI}" "$@"\n`
  await chmod(await put('bin/fretwork', program), 0o755)
})

/** Runs the lines like a CI runner, which stops at the first failing line. */
async function runScript(lines: readonly string[]): Promise<number> {
  const env = {
    ...process.env,
    PATH: `${at('bin')}${delimiter}${process.env.PATH}`,
    FRETWORK_URL: url,
    FRETWORK_PASSWORD: 'not used by anyone',
  }
  return new Promise((resolve, reject) => {
    execFile('sh', ['-e', '-c', lines.join('\n')], { cwd: at(), env }, (error, _out, err) => {
      if (error && typeof error.code !== 'number') reject(new Error(err, { cause: error }))
      else resolve(typeof error?.code === 'number' ? error.code : 0)
    })
  })
}

const there = async (names: readonly string[]) => {
  const all = await readdir(at())
  return names.filter(name => all.includes(name))
}

const FILES = ['.github/workflows/fretwork.yml', '.gitlab-ci.yml']
const jobsIn = (file: string) => jobsOf([...page.matchAll(YAML)].find(([, name]) => name === file)?.[2] ?? '')

function job(name: string): Job {
  const found = jobsIn('.gitlab-ci.yml').find(each => each.name === name)
  if (!found) throw new Error(`The pipeline has no job ${name}.`)
  return found
}

describe('CI pipelines in docs/cli.md', () => {
  it.each(FILES)('%s has a golden job and an API job, each with its artifacts', file => {
    for (const name of ['golden', 'api']) {
      const found = jobsIn(file).find(each => each.name === name)
      expect(found?.script).toHaveLength(1)
      expect(found?.script).toEqual(job(name).script)
      expect(found?.artifacts.toSorted()).toEqual([`${name}.html`, `${name}.xml`])
    }
  })

  it('the golden job passes only if all songs match their logs, and always keeps the reports', async () => {
    expect(await runScript(['fretwork replay --fast --golden golden/ --update songs/*.mid'])).toBe(0)
    const { script, artifacts } = job('golden')
    expect(await runScript(script)).toBe(0)
    expect(await readFile(at('golden.xml'), 'utf8')).toContain('tests="2" failures="0" errors="0"')

    await writeFile(at('songs/two.mid'), oneNote)
    expect([await runScript(script), await there(artifacts)]).toEqual([6, artifacts])
    expect(await readFile(at('golden.html'), 'utf8')).toContain('<title>fretwork replay: 1 failure</title>')
  })

  it('the golden job fails if golden logs are missing', async () => {
    expect(await runScript(job('golden').script)).toBe(4)
  })

  // The test against a Fretwork server is in tests/cli/commands/api/api.integration.test.ts.
  it('the API job fails for a server without the Fretwork API', async () => {
    expect(await runScript(job('api').script)).toBe(5)
  })
})
