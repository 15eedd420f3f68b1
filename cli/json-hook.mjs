// Module hook that extends ts-node's. Supports `import words from './de.json' with { type: 'json' }` in every
// supported Node version.

/** ts-node outputs the older `assert` syntax, which newer Node versions reject. */
const OLD_SPELLING = /\bassert\s*\{\s*type:\s*(['"])json\1\s*\}/g

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (loaded.format !== 'module' || !/\.tsx?$/.test(url)) return loaded
  return { ...loaded, source: String(loaded.source).replace(OLD_SPELLING, "with { type: 'json' }") }
}
