export const FORGIVEN = 4

export function oneTypoApart(typed: string, word: string): boolean {
  // Rules out nearly everything: at most one of the first letters can be wrong.
  if (typed[0] !== word[0] && typed[1] !== word[1] && typed[0] !== word[1] && typed[1] !== word[0])
    return false
  const longest = Math.min(typed.length + 1, word.length)
  for (let cut = typed.length - 1; cut <= longest; cut++) {
    if (withinOneEdit(typed, word, cut)) return true
  }
  return false
}

function withinOneEdit(typed: string, word: string, end: number): boolean {
  let start = 0
  while (start < typed.length && start < end && typed[start] === word[start]) start++
  let endTyped = typed.length
  let endWord = end
  while (endTyped > start && endWord > start && typed[endTyped - 1] === word[endWord - 1]) {
    endTyped--
    endWord--
  }
  const [restTyped, restWord] = [endTyped - start, endWord - start]
  if (restTyped <= 1 && restWord <= 1) return true
  return (
    restTyped === 2 && restWord === 2 && typed[start] === word[start + 1] && typed[start + 1] === word[start]
  )
}
