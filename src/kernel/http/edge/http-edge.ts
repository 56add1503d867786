import { Elysia } from 'elysia'
import { plainQuery } from '../../database/plain-query'
import { requestBodies, type RequestBodiesOptions } from '../body/request-body'
import { wellFormedRequests } from './well-formed-request'

/** Runs before every route: refuses malformed requests, reads query and body within limits. */
export function createHttpEdge(options: RequestBodiesOptions) {
  // Typed as a plain Elysia, since the routes' types are already deep.
  const edge: Elysia = new Elysia({ name: 'http-edge' })
    .use(wellFormedRequests)
    .use(requestBodies(options))
    .use(plainQuery)
  return edge
}
