/** Minimum width for a sidebar that does not cover the page. */
export const WIDE = '(min-width: 62em)'
/** Minimum width for two open sidebars. A tablet is too narrow for both and the neck. */
export const WIDEST = '(min-width: 75em)'
