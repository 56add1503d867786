import { buildClient } from '../page/build-client'
import { root } from './set-up'

await buildClient({ root, production: process.env.NODE_ENV === 'production' })
