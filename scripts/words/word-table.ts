export interface RefusedWord {
  readonly pattern: RegExp
  readonly say: string
}

/** Patterns that are nearly always unidiomatic English. */
export const REFUSED: readonly RefusedWord[] = [
  // `nobody` is also a Linux user name.
  { pattern: /(?<!follow-)nobody(?![`'":])/, say: '"no one", "none", or what happens instead' },
  { pattern: /somebody/, say: '"the user", "someone"' },
  { pattern: /anybody/, say: '"anyone", "any user"' },
  { pattern: /everybody/, say: '"everyone", "all users"' },
  { pattern: /who(?:so)?ever/, say: '"users who", "anyone who", "the caller"' },
  { pattern: /anew/, say: '"again", "start over", "restart"' },
  { pattern: /(?<!core-)stands(?! for\b)/, say: '"is", "is listed", "is shown"; the neck is vertical' },
  { pattern: /lies/, say: '"is", "is at"; the neck is horizontal' },
  { pattern: /told/, say: '"notified", "shown", "passed", "reported"' },
  { pattern: /tells(?!(?: \S+){0,3} apart\b)/, say: '"says", "shows", "reports"' },
  { pattern: /com(?:es?|ing) along/, say: '"is included", "built-in"' },
  { pattern: /(?:by|of) itself/, say: '"automatically", "on its own", "alone"' },
  { pattern: /(?<!toggle-)beside/, say: '"next to", "in addition to", "over"' },
  { pattern: /the house|floors/, say: '"layers"' },
  { pattern: /programme/, say: '"program"' },
  { pattern: /keepers?|shelf|shelves|(?<!profile-)desks?/, say: '"store", "list", "library"' },
  { pattern: /doors?/, say: '"entry point", or what it is: "filter", "port"' },
  { pattern: /neighbou?rs?/, say: '"next to it", "adjacent", "the one before/after"' },
  {
    pattern: /(?<!\bthere )(?:is|are|was|were) no(?! (?:longer|more|less|different|better|worse|doubt))/,
    say: '"isn’t a", "has no", "there is no"',
  },
  { pattern: /(?:a|this|that|one|each|every|your|the new) mail(?! server)|mails/, say: '"email", "emails"' },
  { pattern: /let go/, say: '"released"' },
  { pattern: /h[eo]ld still/, say: '"paused", "frozen"' },
  { pattern: /becomes? of/, say: 'what happens to it' },
  { pattern: /mighty|sparingly|unlimitedRequest|in vain|to and fro|knows itself/, say: 'a plain word' },
]

export const REFUSED_GERMAN: readonly RefusedWord[] = [
  { pattern: /skala|skalen/, say: '„Tonleiter“' },
  { pattern: /anschlagsstärke/, say: '„Anschlagstärke“' },
  { pattern: /niemandem gesagt|von neuem erzählt/, say: 'ein einfaches Wort' },
]
