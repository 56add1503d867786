import * as v from 'valibot'
import type { FileListView } from '../../src/file-list/file-list.record'
import {
  FileListBody,
  FileOptionBody,
  fileOptionsMax,
  listedFileBytesMax,
} from '../../src/file-list/file-list.contract'
import type { ApiClient } from '../api/api-client'
import type { ChosenFile } from '../ui/field/file-input'

const Chosen = v.pipe(
  v.nullable(v.custom<ChosenFile>(() => true)),
  v.check((chosen) => chosen !== null, 'required'),
  v.check((chosen) => chosen?.file?.size !== 0, 'empty'),
  v.check((chosen) => (chosen?.file?.size ?? 0) <= listedFileBytesMax, 'tooLarge'),
)

const Option = v.object({ id: v.nullable(v.number()), name: FileOptionBody.entries.name, file: Chosen })

export const FileListForm = v.object({
  name: FileListBody.entries.name,
  message: FileListBody.entries.message,
  options: v.pipe(v.array(Option), v.maxLength(fileOptionsMax, 'tooMany')),
})
type FileListValues = v.InferInput<typeof FileListForm>
export type OptionValues = FileListValues['options'][number]

export const emptyOption: OptionValues = { id: null, name: '', file: null }

export function fileListValuesOf(list: FileListView | undefined): FileListValues {
  const options = list?.options.map(({ id, name, path, file, size }): OptionValues => ({
    id,
    name,
    file: path === null ? null : { name: file ?? name, size, path, file: null },
  }))
  return { name: list?.name ?? '', message: list?.message ?? '', options: options ?? [{ ...emptyOption }] }
}

/** Progress of a save, so that a retry sends only the rest. */
export interface SentFileList {
  list: FileListView | undefined
  /** The options of new files. */
  ids: Map<File, number>
  uploaded: Set<File>
}

/** Saves texts and order, then sends the new files, one per request. */
export async function saveFileList(
  api: ApiClient,
  sent: SentFileList,
  { options, ...words }: v.InferOutput<typeof FileListForm>,
) {
  const idOf = ({ id, file }: OptionValues) => id ?? (file?.file ? (sent.ids.get(file.file) ?? null) : null)
  const body = { ...words, options: options.map((option) => ({ id: idOf(option), name: option.name })) }
  const list = sent.list
    ? await api.put('/files/:id', { params: { id: sent.list.id }, body })
    : await api.post('/files', { body })
  sent.list = list
  for (const [index, { file }] of options.entries()) {
    const option = list.options[index]
    if (file?.file && option) sent.ids.set(file.file, option.id)
  }
  for (const { file } of options) {
    if (!file?.file || sent.uploaded.has(file.file)) continue
    const form = formOf(list.id, file.file, sent.ids.get(file.file) ?? 0)
    await api.upload('/files/uploadList/:id', { params: { id: list.id }, form })
    sent.uploaded.add(file.file)
  }
  return list
}

function formOf(listId: number, file: File, optionId: number) {
  const form = new FormData()
  form.set('fileId', String(listId))
  form.set('typeArch', 'fileList')
  form.set('id', String(optionId))
  form.set('files', file)
  return form
}

/** The file's name without its extension is its initial caption. */
export const captionOf = (fileName: string) => fileName.replace(/\.\w{1,5}$/, '')
