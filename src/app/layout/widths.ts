/** Width below which the navigation covers the page. */
export const WIDE = '(min-width: 62em)'
/** Width for two open sidebars, with which the neck needs more room than a tablet has. */
export const WIDEST = '(min-width: 75em)'
