import { buildClient } from '../page/build-client'
import { root } from './set-up'

/** Builds the browser's files into `dist/` unless they are up to date. */
await buildClient({ root, production: process.env.NODE_ENV === 'production' })
