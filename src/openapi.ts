import { openapi } from '@elysiajs/openapi'
import { toJsonSchema } from '@valibot/to-json-schema'
import { Elysia } from 'elysia'
import type { GenericSchema } from 'valibot'
import { type ApiDocument, apiPageAnswer, renderApiPage } from './page/api-page'

const specPath = '/openapi/json'

/** The calls, described from the very schemas that check them: `/openapi/json` for programs, `/openapi` for people. */
export function openapiRoutes(version: string, dispatch: (request: Request) => Response | Promise<Response>) {
  let page: Promise<string> | undefined
  return new Elysia({ name: 'openapi-page' })
    .use(
      openapi({
        // The plugin's own pages load their script from elsewhere; ours is plain HTML from here.
        provider: null,
        specPath,
        documentation: {
          info: { title: 'Recado', version, description: 'Every call the interface makes, and the send API.' },
          components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
          security: [{ bearer: [] }],
        },
        // What a schema checks beyond JSON Schema's words (transforms, cross-field rules) is left out, not failed on.
        mapJsonSchema: {
          valibot: (schema: GenericSchema) => toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }),
        },
      }),
    )
    .get('/openapi', async () => apiPageAnswer(await (page ??= describe(dispatch))), { detail: { hide: true } })
}

/**
 * Asked of the app itself, which alone knows all its routes, and within the process: the address of a request is what its
 * sender says, and fetching it would let strangers send us anywhere.
 */
async function describe(dispatch: (request: Request) => Response | Promise<Response>) {
  const answer = await dispatch(new Request(`http://localhost${specPath}`))
  return renderApiPage((await answer.json()) as ApiDocument)
}
