// Module hook over ts-node's: `import words from './de.json' with { type: 'json' }` on every supported version of Node.

/** ts-node writes the older spelling, which newer versions of Node refuse. */
const OLD_SPELLING = /\bassert\s*\{\s*type:\s*(['"])json\1\s*\}/g

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (loaded.format !== 'module' || !/\.tsx?$/.test(url)) return loaded
  return { ...loaded, source: String(loaded.source).replace(OLD_SPELLING, "with { type: 'json' }") }
}
