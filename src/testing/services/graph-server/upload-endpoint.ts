import { type GraphState, invalidParameter, unknownObject } from './graph-state'

const types = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']

/** "Resumable Upload API", developers.facebook.com, read in November 2026. That `app` stands for the token's app is from memory. */
export function openUpload(state: GraphState, query: Record<string, string>) {
  const [size, type = ''] = [Number(query['file_length']), query['file_type']]
  if (!types.includes(type) || !(size > 0)) return invalidParameter('file_type and file_length')
  const id = `upload:MTphdHRhY2htZW50Oj${state.nextId()}`
  state.uploads.set(id, { type, size })
  return Response.json({ id: `${id}?sig=ARZqkGCA_uQMxC8nHKI` })
}

export function takeUpload(state: GraphState, id: string, { query, bytes, offset }: Sent) {
  const session = state.uploads.get(id)
  if (!session || query['sig'] !== 'ARZqkGCA_uQMxC8nHKI') return unknownObject(id)
  if (offset !== '0' || bytes?.length !== session.size) return invalidParameter('file_offset and file')
  const handle = `4:${Buffer.from(id).toString('base64')}`
  state.handles.add(handle)
  return Response.json({ h: handle })
}

interface Sent {
  query: Record<string, string>
  bytes?: Uint8Array
  offset?: string
}
