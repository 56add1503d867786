import type * as v from 'valibot'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import type { ConnectionBody } from '../../../src/connection/connection.contract'
import type { ApiClient } from '../../api/api-client'
import { changedParts } from '../../ui/form/form'
import { bodyOf, type connectionSchema, type EditedConnection } from './connection-form'

type Saved = v.InferOutput<ReturnType<typeof connectionSchema>>
type Body = v.InferInput<typeof ConnectionBody>

export interface ConnectionCalls<Connection extends EditedConnection> {
  create(body: Body): Promise<Connection>
  update(id: number, changes: Partial<Body>): Promise<Connection>
  uploadGreeting(id: number, form: FormData): Promise<unknown>
  removeGreeting(id: number): Promise<unknown>
}

export function ownConnectionCalls(api: ApiClient): ConnectionCalls<ConnectionView> {
  return {
    create: (body) => api.post('/whatsapp', { body }),
    update: (id, body) => api.put('/whatsapp/:id', { params: { id }, body }),
    uploadGreeting: (id, form) => api.upload('/whatsapp/:id/media-upload', { params: { id }, form }),
    removeGreeting: (id) => api.delete('/whatsapp/:id/media-upload', { params: { id } }),
  }
}

/** The file is uploaded last, because a new connection has no id before. */
export async function saveConnection<Connection extends EditedConnection>(
  calls: ConnectionCalls<Connection>,
  present: Connection | undefined,
  values: Saved,
) {
  const body = bodyOf(values)
  const connection = present
    ? await calls.update(present.id, changedParts(body, present))
    : await calls.create({ ...body, channel: 'whatsapp' })
  return { connection, fileFailed: !(await saveFile(calls, connection, values).catch(() => false)) }
}

async function saveFile<Connection extends EditedConnection>(
  calls: ConnectionCalls<Connection>,
  { id }: Connection,
  { greetingFile, dropsGreetingFile }: Saved,
) {
  if (greetingFile) {
    const form = new FormData()
    form.set('file', greetingFile)
    await calls.uploadGreeting(id, form)
  } else if (dropsGreetingFile) await calls.removeGreeting(id)
  return true
}
