import { createHash } from 'node:crypto'
import { type GraphState, problem, unknownObject } from './graph-state'
import type { GraphPhone, Json } from './graph-server.types'

const megabyte = 1024 * 1024
const urlGoodMs = 5 * 60_000

const limits: [RegExp, number][] = [
  [/^image\/(jpeg|png)$/, 5 * megabyte],
  [/^image\/webp$/, 500 * 1024],
  [/^audio\//, 16 * megabyte],
  [/^video\//, 16 * megabyte],
  [/./, 100 * megabyte],
]

/** POST /{phone}/media */
export async function answerUpload(state: GraphState, phone: GraphPhone, form: FormData): Promise<Response> {
  const file = form.get('file')
  const type = form.get('type')
  if (form.get('messaging_product') !== 'whatsapp' || typeof file === 'string' || file === null) {
    return problem(400, 100, 'Invalid parameter', 'messaging_product and file are required')
  }
  const declared = (typeof type === 'string' ? type : file.type).split(';', 1)[0] ?? ''
  const most = limits.find(([types]) => types.test(declared))?.[1] ?? 0
  if (file.size > most) return problem(400, 131053, 'Media upload error', `File is larger than ${most} bytes`)
  const id = String(4_000_000_000 + state.nextId())
  const bytes = new Uint8Array(await file.arrayBuffer())
  state.media.set(id, { id, phoneId: phone.id, type: declared, name: file.name, bytes })
  return Response.json({ id })
}

/** GET /{media}?phone_number_id= */
export function answerMedia(state: GraphState, base: string, id: string, query: Json): Response {
  const media = state.media.get(id)
  const asked = query['phone_number_id']
  if (!media || (asked !== undefined && asked !== media.phoneId)) return unknownObject(id)
  const answer = {
    messaging_product: 'whatsapp',
    url: `${base}/media-files/${id}?until=${state.now() + urlGoodMs}`,
    mime_type: media.type,
    sha256: createHash('sha256').update(media.bytes).digest('hex'),
    file_size: media.bytes.length,
    id,
  }
  return Response.json(state.alterMedia(answer))
}

/** The download, as of lookaside.fbsbx.com: needs the token, and ends after five minutes. */
export function answerDownload(state: GraphState, id: string, query: Json): Response {
  const media = state.media.get(id)
  if (!media || Number(query['until']) < state.now()) return new Response('URL signature expired', { status: 404 })
  return new Response(media.bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': media.type } })
}
