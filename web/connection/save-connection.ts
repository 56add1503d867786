import type * as v from 'valibot'
import type { ConnectionView } from '../../src/connection/connection.calls'
import type { ApiClient } from '../api/api-client'
import { changedParts } from '../ui/changed-parts'
import { bodyOf, type connectionSchema } from './connection-form'

type Saved = v.InferOutput<ReturnType<typeof connectionSchema>>

/** The file is uploaded last, because a new connection has no id before. */
export async function saveConnection(api: ApiClient, present: ConnectionView | undefined, values: Saved) {
  const body = bodyOf(values)
  const connection = present
    ? await api.put('/whatsapp/:id', { params: { id: present.id }, body: changedParts(body, present) })
    : await api.post('/whatsapp', { body: { ...body, channel: 'whatsapp' } })
  return { connection, fileFailed: !(await saveFile(api, connection, values).catch(() => false)) }
}

async function saveFile(api: ApiClient, { id }: ConnectionView, { greetingFile, dropsGreetingFile }: Saved) {
  if (greetingFile) {
    const form = new FormData()
    form.set('file', greetingFile)
    await api.upload('/whatsapp/:id/media-upload', { params: { id }, form })
  } else if (dropsGreetingFile) await api.delete('/whatsapp/:id/media-upload', { params: { id } })
  return true
}
