/** Minimum width for a navigation sidebar that does not cover the page. */
export const WIDE = '(min-width: 62em)'
/** Minimum width for two open sidebars; a tablet is too narrow for these and the neck. */
export const WIDEST = '(min-width: 75em)'
