/** What is known of a build when it is published: from the variables of a CI system, or from git. */
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Provenance } from '../../../../src/core/api/plugin-index.js'

type Environment = Readonly<Record<string, string | undefined>>

const COMMIT = /^[0-9a-f]{7,64}$/

interface Ci {
  readonly name: string
  /** Whether it runs here. */
  readonly here: (env: Environment) => boolean
  readonly repository: (env: Environment) => string | undefined
  readonly commit: (env: Environment) => string | undefined
  readonly run: (env: Environment) => string | undefined
}

const SYSTEMS: readonly Ci[] = [
  {
    name: 'GitHub Actions',
    here: env => env.GITHUB_ACTIONS === 'true',
    repository: ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) => name && `${server}/${name}`,
    commit: env => env.GITHUB_SHA,
    run: ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_RUN_ID: id }) =>
      id && `${server}/${name}/actions/runs/${id}`,
  },
  {
    name: 'GitLab CI',
    here: env => env.GITLAB_CI === 'true',
    repository: env => env.CI_PROJECT_URL,
    commit: env => env.CI_COMMIT_SHA,
    run: env => env.CI_JOB_URL,
  },
]

/** @param folder of the package @param manifest its plugin.json, whose time is that of the build */
export async function provenanceOf(
  folder: string,
  manifest: string,
  env: Environment = process.env,
): Promise<Provenance> {
  const builtAt = statSync(manifest).mtime.toISOString()
  const ci = SYSTEMS.find(({ here }) => here(env))
  if (ci) {
    const commit = ci.commit(env)
    return defined({
      repository: withoutPassword(ci.repository(env)),
      commit: commit !== undefined && COMMIT.test(commit) ? commit : undefined,
      builtBy: ci.name,
      run: ci.run(env),
      builtAt,
    })
  }
  const [repository, commit, changes] = await Promise.all([
    git(folder, 'remote', 'get-url', 'origin'),
    git(folder, 'rev-parse', 'HEAD'),
    git(folder, 'status', '--porcelain', '--', '.'),
  ])
  return defined({
    repository: withoutPassword(repository),
    commit,
    // Without a commit there is nothing that files could differ from.
    changed: commit !== undefined && changes !== undefined && changes !== '' ? true : undefined,
    builtBy: 'local',
    builtAt,
  })
}

/** @returns undefined where there is no git, no repository or nothing to say */
async function git(folder: string, ...words: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, ...words])
    return stdout.trim()
  } catch {
    // A package need not be in a repository.
    return undefined
  }
}

/** A token for CI is often part of the address of a remote. */
function withoutPassword(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return address || undefined
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

/** What a system has left empty is not known. */
function defined(all: Provenance): Provenance {
  const known = Object.entries(all).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(known) as Provenance
}
