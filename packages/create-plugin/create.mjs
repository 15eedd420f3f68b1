#!/usr/bin/env node
// `npm create @fretwork/plugin FOLDER`: copies the template and uses the folder name as the plugin ID.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

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
  // npm excludes files named .gitignore from packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
  renameSync(join(folder, `tests/${TEMPLATE.id}.test.tsx`), join(folder, `tests/${id}.test.tsx`))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(TEMPLATE.id, id).replaceAll(TEMPLATE.title, title))
  }
}

const [name, ...more] = process.argv.slice(2)
if (name === undefined || name.startsWith('-') || more.length > 0) {
  console.error('Name the folder of the new plugin: npm create @fretwork/plugin chord-quiz')
  process.exitCode = 2
} else {
  try {
    create(name)
    console.log(`Made ${name}. Now:\n  cd ${name}\n  npm install\n  npm test\n  npm run build`)
  } catch (error) {
    console.error(typeof error === 'string' ? error : `${name} cannot be written: ${error.message}`)
    process.exitCode = 3
  }
}
