/** Its only source is package.json. */
export { version } from '../package.json'
