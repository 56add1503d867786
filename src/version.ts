/** package.json is its only source. */
export { version } from '../package.json'
