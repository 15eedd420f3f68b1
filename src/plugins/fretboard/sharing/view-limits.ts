/** How many strings a neck can have: 3 to 10. */
export const FEWEST_STRINGS = 3
export const MOST_STRINGS = 10
