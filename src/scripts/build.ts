import { buildClient } from '../page/build-client'
import { root } from './set-up'

/** Builds what browsers load into `dist/`, unless it is there already. */
await buildClient({ root, production: process.env.NODE_ENV === 'production' })
