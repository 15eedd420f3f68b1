/** True while external plugins are loading: until then an unknown address may still get a route. */
export const ARRIVING = 'pluginsArriving'
