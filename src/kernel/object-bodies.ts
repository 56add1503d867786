import { Elysia } from 'elysia'
import { refuse } from './errors'

/** No call takes a list as its body, and a schema whose fields are all optional would take one for an empty object. */
export const objectBodies = new Elysia({ name: 'object-bodies' }).onTransform({ as: 'global' }, ({ body }) => {
  if (Array.isArray(body)) refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })
})
