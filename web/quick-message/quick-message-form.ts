import * as v from 'valibot'
import type { QuickMessageRecord } from '../../src/quick-message/quick-message.record'
import { QuickMessageBody, quickMessageFileBytesMax, Shortcode } from '../../src/quick-message/quick-message.contract'
import type { ApiClient } from '../api/api-client'
import type { ChosenFile } from '../ui/field/file-input'

const Attached = v.pipe(
  v.nullable(v.custom<ChosenFile>(() => true)),
  v.check((chosen) => chosen?.file?.size !== 0, 'empty'),
  v.check((chosen) => (chosen?.file?.size ?? 0) <= quickMessageFileBytesMax, 'tooLarge'),
)

export const QuickMessageForm = v.pipe(
  v.object({
    shortcode: Shortcode,
    message: QuickMessageBody.entries.message.wrapped,
    attachment: Attached,
    visao: v.boolean(),
    geral: v.boolean(),
  }),
  v.forward(
    v.check(({ message, attachment }) => message.trim() !== '' || attachment !== null, 'required'),
    ['message'],
  ),
)
export type QuickMessageValues = v.InferInput<typeof QuickMessageForm>

export function quickMessageValuesOf(message: QuickMessageRecord | undefined): QuickMessageValues {
  const { shortcode = '', visao = false, geral = false, mediaPath = null, mediaName } = message ?? {}
  const attachment = mediaPath === null ? null : { name: mediaName ?? '', path: mediaPath, file: null }
  return { shortcode, message: message?.message ?? '', attachment, visao, geral }
}

/**
 * Saves the text, then the file. @param known the existing message; after a refused file the one just created, so
 * that a retry does not create a second
 */
export async function saveQuickMessage(
  api: ApiClient,
  known: { current: QuickMessageRecord | undefined },
  { attachment, visao, geral, ...words }: v.InferOutput<typeof QuickMessageForm>,
) {
  const { current: before } = known
  const shares = { visao, geral: visao && geral }
  const body = { ...words, ...shares, isMedia: attachment !== null }
  const saved = before
    ? await api.put('/quick-messages/:id', { params: { id: before.id }, body })
    : await api.post('/quick-messages', { body })
  known.current = saved
  const params = { id: saved.id }
  if (attachment?.file) await api.upload('/quick-messages/:id/media-upload', { params, form: formOf(attachment.file) })
  else if (saved.mediaPath && !attachment) await api.delete('/quick-messages/:id/media-upload', { params })
  return saved
}

function formOf(file: File) {
  const form = new FormData()
  form.set('typeArch', 'quickMessage')
  form.set('file', file)
  return form
}
