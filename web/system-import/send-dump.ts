import { uploadPieceBytes } from '../../src/move-in/run/system-import.contract'
import { ApiError, networkError } from '../api/api-error'
import type { ApiClient } from '../api/api-client'

const triesMax = 8
const waitMs = 2_000

/** Sends a file in pieces, and continues after a lost connection or with one that was begun earlier. Returns the upload's id. */
export async function sendDump(api: ApiClient, file: File, onProgress: (received: number) => void): Promise<string> {
  const about = { name: file.name, bytes: file.size, changedAt: file.lastModified }
  const begin = () => api.post('/system-import/uploads', { body: about })
  let { id, received } = await begin()
  let failures = 0
  while (received < file.size) {
    onProgress(received)
    try {
      const form = new FormData()
      form.set('from', String(received))
      form.set('file', file.slice(received, received + uploadPieceBytes), 'piece')
      const next = await api.upload('/system-import/uploads/:id/pieces', { params: { id }, form })
      failures = next.received > received ? 0 : failures + 1
      if (failures >= triesMax) throw networkError(undefined)
      received = next.received
    } catch (cause) {
      if (!isLost(cause) || ++failures >= triesMax) throw cause
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  onProgress(received)
  return id
}

const isLost = (cause: unknown) => cause instanceof ApiError && (cause.status === 0 || cause.status >= 500)
