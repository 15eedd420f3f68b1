/** Below this width, the navigation covers the page. */
export const WIDE = '(min-width: 62em)'
/** With both sides open, the neck needs more room than a tablet has. */
export const WIDEST = '(min-width: 75em)'
