import { Elysia } from 'elysia'
import { calls } from './calls'
import { type ApiDocument, describeCalls } from './describe-calls'
import { apiPageAnswer, renderApiPage } from './page/api-page'

export function openapiRoutes(version: string) {
  let document: Promise<ApiDocument> | undefined
  let page: Promise<string> | undefined
  const describe = () => (document ??= describeCalls(calls, version))
  return new Elysia({ name: 'openapi-page' })
    .get('/openapi/json', describe)
    .get('/openapi', async () => apiPageAnswer(await (page ??= describe().then(renderApiPage))))
}
