import { createHash } from 'node:crypto'
import { type GraphState, problem, unknownObject } from './graph-state'
import type { GraphPhone, Json } from './graph-server.types'

const megabyte = 1024 * 1024
const urlGoodMs = 5 * 60_000

const office = 'application/vnd.openxmlformats-officedocument'
/** "Supported media types" of the page "Media", developers.facebook.com, updated Dec 11, 2025; nothing else is taken. */
const limits = new Map<string, number>([
  ...['aac', 'amr', 'mpeg', 'mp4', 'ogg; codecs=opus'].map((name) => [`audio/${name}`, 16 * megabyte] as const),
  ...['text/plain', 'application/pdf', 'application/msword'].map((name) => [name, 100 * megabyte] as const),
  ...['vnd.ms-excel', 'vnd.ms-powerpoint'].map((name) => [`application/${name}`, 100 * megabyte] as const),
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (name) => [`${office}.${name}`, 100 * megabyte] as const,
  ),
  ...['jpeg', 'png'].map((name) => [`image/${name}`, 5 * megabyte] as const),
  ['image/webp', 500 * 1024],
  ...['3gpp', 'mp4'].map((name) => [`video/${name}`, 16 * megabyte] as const),
])

/** POST /{phone}/media */
export async function answerUpload(state: GraphState, phone: GraphPhone, form: FormData): Promise<Response> {
  const file = form.get('file')
  const type = form.get('type')
  if (form.get('messaging_product') !== 'whatsapp' || typeof file === 'string' || file === null) {
    return problem(400, 100, 'Invalid parameter', 'messaging_product and file are required')
  }
  const asked = typeof type === 'string' ? type : file.type
  const most = limits.get(asked)
  const declared = asked.split(';', 1)[0] ?? ''
  if (most === undefined) return problem(400, 100, 'Param file must be a file with one of the supported types', asked)
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
