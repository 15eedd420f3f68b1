export interface Term {
  readonly concept: string
  readonly say: string
  readonly not: string
}

/**
 * Glossary for CONTRIBUTING.md; `node --import ./cli/register.mjs scripts/check-words.ts --write` updates the
 * page.
 */
export const GLOSSARY: readonly Term[] = [
  { concept: 'a string and a fret', say: 'position', not: 'place' },
  {
    concept: 'the positions chosen for a song, and finding them',
    say: 'fingering',
    not: 'places, positions',
  },
  { concept: 'part of a scale on the neck', say: 'scale position', not: 'position' },
  { concept: 'time within a song', say: 'time (ms), bar, beat', not: 'position, place' },
  {
    concept: 'how the neck is drawn',
    say: 'orientation: horizontal, vertical, automatic',
    not: 'lies, stands',
  },
  { concept: 'what is sounding', say: 'sounding notes, held notes', not: 'what stands, what is down' },
  { concept: 'notes about to be played by the song', say: 'upcoming notes', not: 'coming notes' },
  { concept: 'pitches of a string instrument', say: 'tuning, capo, open string', not: 'course' },
  { concept: 'MIDI program change', say: 'program', not: 'programme' },
  { concept: 'force of a note', say: 'velocity', not: 'strength' },
  {
    concept: 'a command bound to a knob or pedal',
    say: 'MIDI control, binding',
    not: 'what was learned',
  },
  { concept: 'shipped with the product', say: 'built-in, included', not: 'own, that comes along' },
  { concept: 'made by the user', say: 'custom, my', not: 'own' },
  { concept: 'not exported from a plugin', say: 'internal', not: 'own, keeper' },
  { concept: 'a collection that is kept', say: 'store, list', not: 'keeper, shelf, desk' },
  { concept: 'the songs a user keeps', say: 'library', not: 'shelf, kept songs' },
  { concept: 'a view opened from a link', say: 'shared view', not: 'guest' },
  { concept: 'which folder may import which', say: 'layers', not: 'floors, the house' },
  { concept: 'person with an account', say: 'user', not: 'whoever, somebody, who' },
  {
    concept: 'entering and leaving a session',
    say: 'log in, log out (verbs); login (noun)',
    not: 'sign on, come in',
  },
  { concept: 'electronic mail', say: 'email', not: 'mail (as a noun for one message)' },
  { concept: 'has no effect', say: 'is ignored, has no effect', not: 'keeps nobody from' },
  { concept: 'error output', say: 'error message, stack trace', not: 'tells the story' },
  { concept: 'again from the start', say: 'again, start over, restart', not: 'anew' },
  { concept: 'to inform', say: 'say, show, report, notify', not: 'tell, told' },
]

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
