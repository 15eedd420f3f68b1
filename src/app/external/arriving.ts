/** The condition that holds while external plugins are on their way: until then nobody can say that an address leads nowhere. */
export const ARRIVING = 'pluginsArriving'
