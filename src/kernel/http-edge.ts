import { Elysia } from 'elysia'
import { plainQuery } from './plain-query'
import { requestBodies, type RequestBodiesOptions } from './request-body'
import { wellFormedRequests } from './well-formed-request'

/** What happens to every request before a route sees it: refused when malformed, its query and body read within bounds. */
export function createHttpEdge(options: RequestBodiesOptions) {
  const { plugin, learn } = requestBodies(options)
  // As a bare Elysia: it adds nothing to the routes' types, which are deep enough.
  const edge: Elysia = new Elysia({ name: 'http-edge' }).use(wellFormedRequests).use(plugin).use(plainQuery)
  return { plugin: edge, learn }
}
