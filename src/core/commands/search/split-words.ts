/** Other words, with commas between them: `import, load from disk`. */
export function splitWords(words = ''): readonly string[] {
  return words
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}
