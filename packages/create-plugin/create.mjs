#!/usr/bin/env node
// `npm create @fretwork/plugin FOLDER`: copies the template and uses the folder name as the plugin ID.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const TEMPLATE = { id: 'tap-tempo', title: 'Tap tempo' }

function create(name) {
  const folder = resolve(name)
  const id = basename(folder)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 40) {
    throw `"${id}" cannot be the id of a plugin: use up to 40 lowercase letters and digits, with a letter first and single dashes between words, such as chord-quiz.`
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw `${folder} exists already; choose another name, or remove it first.`
  }
  const title = id[0].toUpperCase() + id.slice(1).replaceAll('-', ' ')
  cpSync(join(import.meta.dirname, 'template'), folder, { recursive: true })
  useLocalPackages(join(folder, 'package.json'))
  // npm excludes files named .gitignore from packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
  renameSync(join(folder, `tests/${TEMPLATE.id}.test.ts`), join(folder, `tests/${id}.test.ts`))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text
        .replaceAll(TEMPLATE.id, id)
        .replaceAll(TEMPLATE.title, title)
        .replaceAll('tapTempo', camelCase(id)),
    )
  }
}

/** If npx runs this script from a local tarball, uses the SDK and CLI tarballs in the same folder. */
function useLocalPackages(file) {
  const place = join(import.meta.dirname, '../../../package.json')
  const own = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {}
  const [, tarball] = /^file:(.*\.tgz)$/.exec(own.dependencies?.['@fretwork/create-plugin'] ?? '') ?? []
  if (tarball === undefined) return
  const path = resolve(dirname(place), tarball)
  const made = JSON.parse(readFileSync(file, 'utf8'))
  for (const name of ['cli', 'sdk'])
    made.devDependencies[`@fretwork/${name}`] = `file:${path.replace('create-plugin', name)}`
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
}

const camelCase = id => id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())

const [name, ...more] = process.argv.slice(2)
if (name === undefined || name.startsWith('-') || more.length > 0) {
  console.error('Name the folder of the new plugin: npm create @fretwork/plugin chord-quiz')
  process.exitCode = 2
} else {
  try {
    create(name)
    console.log(
      `Made ${name}. Now:\n  cd ${name}\n  npm install\n  npm test\n  npm run build\n  npm run check`,
    )
  } catch (error) {
    console.error(typeof error === 'string' ? error : `${name} cannot be written: ${error.message}`)
    process.exitCode = 3
  }
}
