import { ApiError } from '../api/api-error'
import type { ChosenFile } from '../ui/field/file-input'

/** Paths of the files uploaded in an earlier attempt to save that was refused for another reason. */
export type Uploads = Map<File, string>

export async function storedPath(
  attachment: ChosenFile | null,
  uploads: Uploads,
  upload: (form: FormData) => Promise<{ mediaPath: string | null }>,
) {
  if (!attachment?.file) return attachment?.path ?? null
  const known = uploads.get(attachment.file)
  if (known) return known
  const form = new FormData()
  form.set('file', attachment.file)
  const { mediaPath } = await upload(form)
  if (mediaPath !== null) uploads.set(attachment.file, mediaPath)
  return mediaPath
}

export function withAttachmentError(cause: unknown) {
  if (!(cause instanceof ApiError)) return cause
  const { status, code, message, fields, body } = cause
  const { file, mediaPath, ...rest } = fields
  const attachment = file ?? mediaPath
  return new ApiError(status, code, message, attachment ? { ...rest, attachment } : rest, body)
}
