import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { nextTurn } from '../kernel/company/batches'
import type { Call, CallTable } from '../kernel/http/calls'
import { sharedViews } from '../domains'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

interface Operation {
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { $ref: string } | { description: string; content: Content }>
  security?: []
}

export interface ApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, object> & { schemas: Record<string, JsonSchema> }
  security: object[]
}

const binary: JsonSchema = { type: 'string', format: 'binary' }

const viewRef = (name: string) => `#/components/schemas/${name}`
const viewNames = new Map<unknown, string>(Object.entries(sharedViews).map(([name, view]) => [view, name]))

function convert(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  // Recursive schemas are shared views.
  const { $schema, $defs, ...converted } = toJsonSchema(schema, {
    typeMode,
    // JSON Schema cannot express transforms and rules across fields.
    errorMode: 'ignore',
    overrideSchema({ valibotSchema }) {
      if (valibotSchema.type === 'file') return binary
      const name = viewNames.get(valibotSchema)
      return name === undefined ? undefined : { $ref: viewRef(name) }
    },
  })
  return converted
}
const inputOf = (schema: GenericSchema) => convert(schema, 'input')

export async function describeCalls(calls: CallTable, version: string): Promise<ApiDocument> {
  const paths: ApiDocument['paths'] = {}
  const names = Object.keys(calls).map((name) => name.split(' ').toReversed())
  for (const [path = '', method = ''] of names.sort()) {
    const given = path.replace(/:(\w+)/g, '{$1}')
    paths[given] = {
      ...paths[given],
      [method.toLowerCase()]: describeCall(path, calls[`${method} ${path}` as keyof CallTable] as Call),
    }
    await nextTurn()
  }
  const description = 'Every call the interface makes, and the send API.'
  return {
    openapi: '3.1.0',
    info: { title: 'Recado', version, description },
    paths,
    components: {
      schemas: { ...describeViews(), Error: errorBody },
      responses: {
        Error: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }],
  }
}

function describeCall(path: string, { params, query, body, limits, answer, public: isPublic }: Call): Operation {
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)]
  const content = answer === 'file' ? { '*/*': { schema: binary } } : json(convert(answer, 'output'))
  return {
    tags: [path.split('/')[1] ?? ''],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodyContent(inputOf(body), Boolean(limits?.files)) } }),
    responses: { 200: { description: 'Done', content }, default: { $ref: '#/components/responses/Error' } },
    ...(isPublic && { security: [] }),
  }
}

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })

function bodyContent(schema: JsonSchema, takesFiles: boolean): Content {
  const needsFile = schema.required?.some((name) => isFile(schema.properties?.[name]))
  if (!takesFiles) return json(schema)
  return { ...(!needsFile && json(schema)), 'multipart/form-data': { schema } }
}

const isFile = (schema: unknown) => (schema as JsonSchema | undefined)?.format === 'binary'

function parametersOf(location: Parameter['in'], schema: GenericSchema | undefined): Parameter[] {
  const { properties = {}, required = [] } = schema ? inputOf(schema) : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property as JsonSchema,
  }))
}

const describeViews = () =>
  toJsonSchemaDefs(sharedViews, {
    typeMode: 'output',
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => viewRef(referenceId),
  })

const errorBody: JsonSchema = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'A code, such as ERR_NO_PERMISSION.' },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field of the body → its error.' },
  },
  required: ['error', 'message'],
}
